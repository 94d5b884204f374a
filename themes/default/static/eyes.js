/* High contrast and patterns: what a reader has chosen is kept in the browser, as words of "eyes". A page whose reader has
   chosen loads this file before anything is drawn; others load it when they press the button. */
(() => {
  "use strict";
  const page = document;
  const root = page.documentElement;
  const home = new URL(".", page.currentScript.src).href;
  const book = root.dataset.book && new URL(root.dataset.book, page.baseURI).href;
  const isEarly = !page.body;
  const files = {
    contrast: [`${book || home}contrast.css`],
    patterns: book ? [`${book}patterns.js`] : [],
  };

  const kept = () => {
    try { return localStorage.getItem("eyes"); } catch { return null; }
  };
  const preferred = matchMedia("(prefers-contrast: more)").matches ? "contrast" : "";
  const chosen = new Set((kept() ?? preferred).split(" ").filter((word) => word in files));

  /* While the page is read, what is written stands behind site.css, and is waited for. */
  const asked = new Set();
  const ask = (address) => {
    if (asked.has(address)) return;
    asked.add(address);
    const isStyle = address.endsWith(".css");
    if (isEarly && page.readyState === "loading") {
      page.write(isStyle ? `<link rel="stylesheet" href="${address}">` : `<script src="${address}"><\/script>`);
    } else {
      page.head.append(Object.assign(page.createElement(isStyle ? "link" : "script"),
        isStyle ? { rel: "stylesheet", href: address } : { src: address }));
    }
  };
  const show = () => {
    root.dataset.contrast = chosen.has("contrast") ? "more" : "less";
    root.toggleAttribute("data-patterns", chosen.has("patterns"));
    if (isEarly) ask(`${home}eyes.css`);
    [...chosen].flatMap((name) => files[name]).forEach(ask);
  };
  show();

  let panel;
  const close = () => {
    panel?.remove();
    panel = null;
    page.querySelector(".eyes-open")?.setAttribute("aria-expanded", "false");
  };
  const switchOf = (name, words) => {
    const label = page.createElement("label");
    const box = Object.assign(page.createElement("input"), { type: "checkbox", checked: chosen.has(name) });
    box.addEventListener("change", () => {
      chosen[box.checked ? "add" : "delete"](name);
      try { localStorage.setItem("eyes", [...chosen].join(" ")); } catch { /* private window */ }
      show();
    });
    label.append(box, words);
    return label;
  };
  /* The two switches, below the button; pressed again, or with Escape, they go. */
  const open = (button) => {
    if (panel) return close();
    panel = Object.assign(page.createElement("div"), { className: "eyes", role: "group" });
    panel.setAttribute("aria-label", "For your eyes");
    const about = Object.assign(page.createElement("p"), { textContent: "Kept in this browser. Pictures of maps stay as they are." });
    panel.append(switchOf("contrast", "High contrast"), switchOf("patterns", "Patterns beside colors"), about);
    button.after(panel);
    const { left, bottom } = button.getBoundingClientRect();
    const most = root.clientWidth - panel.offsetWidth - 8;
    panel.style.left = `${Math.max(8, Math.min(left, most)) + scrollX}px`;
    panel.style.top = `${bottom + scrollY + 6}px`;
    button.setAttribute("aria-expanded", "true");
    panel.querySelector("input").focus();
  };
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !panel) return;
    close();
    page.querySelector(".eyes-open")?.focus();
  });
  addEventListener("click", (event) => {
    if (panel && !event.target.closest?.(".eyes, .eyes-open")) close();
  });
  self.eyes = { open };
})();
