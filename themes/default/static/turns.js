/* Folded orders open for whoever follows a link to one of them, and for the printer. */
(() => {
  "use strict";
  const folds = document.querySelectorAll("details.fold");
  const show = () => {
    const row = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const fold = row && row.closest("details.fold");
    if (fold && !fold.open) {
      fold.open = true;
      row.scrollIntoView();
    }
  };
  addEventListener("hashchange", show);
  addEventListener("beforeprint", () => folds.forEach((fold) => { fold.open = true; }));
  show();
})();
