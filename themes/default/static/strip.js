/* The map as a strip along the lower edge, beside the row whose arrow it shows. */
(() => {
  "use strict";
  const { one, make } = theatrum;
  let isAway = false;

  /* Shows those parts of the drawing, unless map and row are in sight together. */
  theatrum.bringMap = (figure, row, parts, block) => {
    const box = one(".mapbox", figure);
    if (!parts.length) return;
    if (!box.classList.contains("strip")) {
      if (row.getBoundingClientRect().bottom - box.getBoundingClientRect().top < innerHeight) return;
      // The page keeps its height.
      figure.style.paddingTop = `${box.offsetHeight}px`;
      box.classList.add("strip");
      if (!one(".strip-close", box)) prepare(figure, box);
    }
    figure.zoom.around(parts);
    row.scrollIntoView({ block });
  };

  function prepare(figure, box) {
    const putBack = () => {
      if (!box.classList.contains("strip")) return;
      box.classList.remove("strip");
      figure.style.paddingTop = "";
      figure.zoom.open();
    };
    const close = make("button", { type: "button", className: "btn strip-close", ariaLabel: "Put the map back" }, "×");
    close.addEventListener("click", putBack);
    one(".mtools", box).append(close);
    addEventListener("keydown", (event) => { if (event.key === "Escape") putBack(); });
    // Whoever scrolls up to where the map was finds it there.
    new IntersectionObserver(([seen]) => {
      if (seen.isIntersecting && isAway) putBack();
      isAway = !seen.isIntersecting;
    }, { rootMargin: "-200px 0px 0px" }).observe(figure);
  }
})();
