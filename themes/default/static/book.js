/* The book's maps one after another: nothing is lost without it. */
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const box = document.querySelector(".bookreplay");
  const [slider, output, button, stage] = ["input", "output", "[data-play]", "[data-stage]"].map(
    (query) => box.querySelector(query),
  );
  const years = [...document.querySelectorAll(".bookyear")].filter((one) => one.querySelector(".board"));
  const play = button.textContent;
  let timer = 0;

  function show() {
    const year = years[slider.value];
    const map = year.querySelector(".board").cloneNode(true);
    map.removeAttribute("id");
    stage.replaceChildren(map);
    output.textContent = year.querySelector("h2").textContent;
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    button.textContent = play;
  }

  slider.addEventListener("input", () => { stop(); show(); });
  button.addEventListener("click", () => {
    if (timer) { stop(); return; }
    if (slider.value === slider.max) slider.value = 0;
    show();
    button.textContent = button.dataset.pause;
    timer = setInterval(() => {
      if (slider.value === slider.max) { stop(); return; }
      slider.stepUp();
      show();
    }, 1200);
  });
  show();

  // What comes into sight above the aim of a link takes its true height only then.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const aim = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    let frames = 4;
    const settle = () => {
      aim.scrollIntoView();
      frames -= 1;
      if (frames) requestAnimationFrame(settle);
    };
    if (aim) requestAnimationFrame(settle);
  });
})();
