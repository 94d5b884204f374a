/* The rulebook's filter: hides the rules, and chapters, that do not hold every word. */
(() => {
  "use strict";
  const input = document.querySelector("[data-rules]");
  if (!input) return;
  const book = document.getElementById(input.dataset.rules);
  const count = document.querySelector("[data-rules-count]");
  const none = book.querySelector("[data-rules-none]");
  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const chapters = [...book.querySelectorAll("section")].map((section) => ({
    section,
    rules: [...section.querySelectorAll(".rules > div")].map((rule) => ({
      rule,
      text: plain(`${section.querySelector("h2").textContent} ${rule.textContent}`),
    })),
  }));

  function filter() {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { section, rules } of chapters) {
      let any = 0;
      for (const { rule, text } of rules) {
        rule.hidden = !words.every((word) => text.includes(word));
        any += rule.hidden ? 0 : 1;
      }
      section.hidden = !any;
      shown += any;
    }
    none.hidden = shown > 0;
    count.textContent = words.length ? `${shown} ${shown === 1 ? "rule" : "rules"} shown` : "";
  }

  input.addEventListener("input", filter);
  // A link to a rule that is hidden shows the whole book again.
  addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.closest("[hidden]")) {
      input.value = "";
      filter();
      target.scrollIntoView();
    }
  });
})();
