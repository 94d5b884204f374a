/* The replay: maps one after another. The address follows, so that a moment can be linked to. */
(() => {
  "use strict";
  const { one, all, make, load, given, isTaken } = theatrum;
  const SVG = "http://www.w3.org/2000/svg";
  const player = one(".replay");
  const board = one(".board", player);
  const slider = one("#replay-phase");
  const play = one(".play", player);
  const speed = one(".speed select", player);
  const links = all("a[data-frame]");
  const root = player.dataset.root.replace(/index\.html$/, "");
  const frames = links.map((link) => link.dataset.frame);
  const years = frames.map((frame) => Number(frame.split("/")[0]));
  const last = frames.length - 1;
  const mapOf = (at) => `${root}${frames[at]}map.svg#view-whole`;
  const pictures = new Map();
  let at = last;
  let timer = 0;

  markYears();
  const ready = show(fromAddress() ?? last, false);

  function markYears() {
    const ticks = one(".ticks", player);
    const starts = years.map((year, index) => [year, index]).filter(([year, index]) => year !== years[index - 1]);
    // About as many as there is room for, on the decades or fives where there are many.
    const every = [1, 2, 5, 10, 20, 50, 100].find((step) => starts.length / step <= 9) ?? 100;
    for (const [year, index] of starts) {
      if (year !== years[0] && year % every) continue;
      if (year !== years[0] && every > 1 && year - years[0] < every * 0.6) continue;
      ticks.append(make("span", { style: `left:${last ? (100 * index) / last : 0}%` }, String(year)));
    }
  }

  function fromAddress() {
    const asked = decodeURIComponent((location.hash || location.search).slice(1)).replace(/\/$/, "");
    const found = frames.findIndex((frame) => frame === `${asked}/`);
    return found < 0 ? null : found;
  }

  /* A map that is there when it is wanted; the next ones are asked for beforehand. */
  function picture(index) {
    if (!pictures.has(index)) {
      const image = new Image();
      image.src = mapOf(index);
      pictures.set(index, image.decode().catch(() => {}));
    }
    return pictures.get(index);
  }

  async function show(wanted, isNews = true) {
    at = Math.min(Math.max(wanted, 0), last);
    const now = at;
    const title = links[now].textContent;
    slider.value = now;
    slider.setAttribute("aria-valuetext", title);
    board.setAttribute("aria-label", `Map: ${title}`);
    links.forEach((link, index) => link.classList.toggle("here", index === now));
    one("#replay-title").replaceChildren(make("a", { href: links[now].href }, title));
    if (isNews) {
      try { history.replaceState(null, "", `#${frames[now].slice(0, -1)}`); } catch { /* too many */ }
    }
    tell(now);
    await picture(now);
    if (now !== at) return;
    drawMap(now);
    for (const near of [now + 1, now + 2, now - 1]) if (frames[near]) picture(near);
  }

  // The old map stays until the new one is there: no blank moment between two.
  function drawMap(now) {
    const old = all("image", board);
    if (old.at(-1)?.getAttribute("href") === mapOf(now)) return;
    const image = document.createElementNS(SVG, "image");
    for (const name of ["x", "y", "width", "height"]) image.setAttribute(name, old[0].getAttribute(name));
    image.addEventListener("load", () => old.forEach((one) => one.remove()));
    image.setAttribute("href", mapOf(now));
    board.append(image);
  }

  async function tell(now) {
    const frame = frames[now];
    const part = `${root}${years[now]}/replay.js`;
    await load(part);
    if (now !== at) return;
    const [summary, labels, rows] = given.replay.find(({ phases }) => frame in phases).phases[frame];
    one(".told .lead").textContent = summary;
    const table = one(".counts");
    one("thead tr", table).replaceChildren(
      make("th", { scope: "col" }, "Power"),
      ...labels.map((label) => make("th", { scope: "col", className: "n" }, label)),
    );
    table.tBodies[0].replaceChildren(...rows.map(([power, counts]) => make(
      "tr",
      {},
      make("th", { scope: "row" }, nameOf(power)),
      ...counts.map(([value, change]) => make(
        "td", { className: "n" }, make("b", {}, value), make("span", { className: "change" }, change),
      )),
    )));
    // The texts of the years around are small and soon wanted.
    for (const near of [now + 1, now - 1]) if (frames[near]) load(`${root}${years[near]}/replay.js`);
  }

  function nameOf(power) {
    const known = one("#power-names").content.getElementById(`name-${power}`);
    return known ? known.firstElementChild.cloneNode(true) : power;
  }

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const go = (index) => {
    stop();
    show(index);
  };
  const next = async () => {
    timer = setTimeout(async () => {
      await show(at + 1);
      if (!timer) return;
      if (at < last) next();
      else stop();
    }, Number(speed.value));
  };
  const toggle = () => {
    if (timer) return stop();
    play.textContent = "Pause";
    if (at === last) show(0);
    return next();
  };
  const yearStart = (index) => years.indexOf(years[index]);
  const steps = {
    first: () => 0,
    "year-before": () => (at > yearStart(at) ? yearStart(at) : yearStart(Math.max(at - 1, 0))),
    before: () => at - 1,
    after: () => at + 1,
    "year-after": () => {
      const found = years.findIndex((year) => year > years[at]);
      return found < 0 ? last : found;
    },
    last: () => last,
  };

  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));
  for (const button of all("[data-step]", player)) {
    button.addEventListener("click", () => go(steps[button.dataset.step]()));
  }
  addEventListener("hashchange", () => {
    const asked = fromAddress();
    if (asked !== null && asked !== at) go(asked);
  });
  addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    const year = event.shiftKey ? "year-" : "";
    const keys = { ArrowLeft: `${year}before`, ArrowRight: `${year}after`, j: "before", k: "after", Home: "first", End: "last" };
    if (keys[event.key]) go(steps[keys[event.key]]());
    else if (event.key === " " && !event.target.closest("button, a, summary")) toggle();
    else return;
    event.preventDefault();
  });

  player.ready = ready;
})();
