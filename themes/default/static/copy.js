/* Buttons that copy the text of another element. */
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-copy]")) {
    const source = document.getElementById(button.dataset.copy);
    const label = button.textContent;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      const text = source.value ?? source.textContent;
      let done = false;
      try {
        await navigator.clipboard.writeText(text);
        done = true;
      } catch {
        // No permission, or a page without a server: the selected text can be copied by hand.
        const range = document.createRange();
        range.selectNodeContents(source);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        done = document.execCommand("copy");
      }
      button.textContent = done ? "Copied" : "Selected: copy it with the keyboard";
      setTimeout(() => { button.textContent = label; }, 2500);
    });
  }
})();
