/* The replay: the game as a film on one board. The address follows, so that a moment can be linked to.
   The positions come from the game's positions.js, names and places from its board.js. */
(() => {
  "use strict";
  const { one, all, make, load, given, mapOf, isTaken } = theatrum;
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
  const boardOf = (at) => `${root}${mapOf(frames[at])}-view-whole`;
  const hasFilm = Boolean(player.dataset.board);
  const trails = one(".trails input", player);
  let at = last;
  let timer = 0;
  let film = null;

  markYears();
  const known = hasFilm && Promise.all([load(`${root}positions.js`), load(player.dataset.board)])
    .then(() => { film = makeFilm(given.positions[0].steps, given.board[0]); });
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
    await Promise.all([known, tell(now)]);
    if (now !== at) return;
    if (film) film.show(now);
    else one("image", board).setAttribute("href", boardOf(now));
    board.dataset.shown = frames[now];
  }

  const movesOf = (index) => given.replay?.find(({ phases }) => frames[index] in phases)?.phases[frames[index]][3] ?? [];

  /* One board on which every position can be shown. A step on or back lets the pieces go their way;
     a leap lets those fade that are not in both. */
  function makeFilm(steps, { at: spots, scale, provinces, powers, minors }) {
    const positions = [];
    let held = {};
    let units = new Set();
    let states = {};
    for (const step of steps) {
      held = { ...held, ...step.held };
      states = { ...states, ...step.states };
      units = new Set(units);
      step.gone?.forEach((unit) => units.delete(unit));
      step.new?.forEach((unit) => units.add(unit));
      positions.push({ held, states, units });
    }
    const svg = (parent, name, facts) => {
      const made = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
      parent.append(made);
      return made;
    };
    const lands = Object.keys(provinces).map((code) => [code, board.querySelector(`#p-${CSS.escape(code)}`)])
      .filter(([code, land]) => land && provinces[code][1] !== "sea");
    const lines = svg(board, "g", { class: "trails" });
    const layer = svg(board, "g", { class: "layer units", "font-size": "140" });
    const read = (unit) => {
      const [side, kind, place] = unit.split(" ");
      return { side, kind, place, more: / \+(\d+)/.exec(unit)?.[1] ?? "" };
    };
    const province = (place) => place.split("/")[0];
    const spotOf = (place) => spots[place] ?? spots[province(place)] ?? [0, 0];
    let shown = -1;
    let pieces = new Map();

    function colorOf(code, { held: holders, states: stands }) {
      const side = holders[code];
      if (!side) return "";
      if (powers[side]) return `var(--map-land-${side})`;
      const [status, power] = stands[side] ?? [];
      return power ? `var(--map-tint-${power})` : `var(--map-${status || "unaligned"}, var(--map-unaligned))`;
    }
    function place(piece, unit) {
      const { place: where, more, side } = read(unit);
      const [x, y] = spotOf(where);
      piece.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      piece.dataset.unit = where;
      one("title", piece).textContent = unit;
      one("text", piece).textContent = `${minors[side]?.[2] ?? ""}${more && `+${more}`}`;
    }
    function add(unit, isNew) {
      const { side, kind } = read(unit);
      const shape = kind === "F" ? "fleet" : "army";
      const piece = svg(layer, "g", { class: `unit ${minors[side] ? "minor" : `pw-${side}`} ${isNew ? "off" : ""}` });
      svg(piece, "title", {});
      svg(piece, "use", { href: `#${shape}`, class: "body", ...(minors[side] && { style: "fill:url(#silver)" }) });
      svg(piece, "text", { y: 48 });
      place(piece, unit);
      if (isNew) requestAnimationFrame(() => requestAnimationFrame(() => piece.classList.remove("off")));
      return piece;
    }
    /* {unit before: the same unit after} of a step on. */
    function fates(before, after, moves) {
      const goes = new Map(moves.map(([, from, to]) => [from, to]));
      const found = new Map();
      const taken = new Set();
      const find = (unit, where) => {
        const { side, kind } = read(unit);
        return [...after].find((other) => {
          const it = read(other);
          return !taken.has(other) && it.side === side && it.kind === kind && province(it.place) === where;
        });
      };
      for (const pass of [true, false]) {
        for (const unit of before) {
          const here = province(read(unit).place);
          if (goes.has(here) !== pass || found.has(unit)) continue;
          const same = find(unit, pass ? goes.get(here) : here);
          if (!same) continue;
          found.set(unit, same);
          taken.add(same);
        }
      }
      return found;
    }
    async function show(index) {
      if (index === shown) return;
      const [from, to] = [positions[shown], positions[index]];
      let same = new Map();
      if (from && index === shown + 1) same = fates(from.units, to.units, movesOf(index));
      else if (index === shown - 1) {
        for (const [old, now] of fates(to.units, from.units, movesOf(shown))) same.set(now, old);
      } else for (const unit of to.units) same.set(unit, unit);
      const next = new Map();
      for (const [unit, piece] of pieces) {
        const now = same.get(unit);
        if (now && to.units.has(now)) {
          place(piece, now);
          next.set(now, piece);
        } else {
          piece.classList.add("off");
          setTimeout(() => piece.remove(), 600);
        }
      }
      for (const unit of to.units) if (!next.has(unit)) next.set(unit, add(unit, shown >= 0));
      for (const [code, land] of lands) land.style.fill = colorOf(code, to);
      pieces = next;
      shown = index;
      drawTrails();
    }
    function drawTrails() {
      lines.replaceChildren();
      if (!trails.checked) return;
      for (let index = years.indexOf(years[shown]); index <= shown; index += 1) {
        for (const [power, start, end] of movesOf(index)) {
          const [[x, y], [a, b]] = [spotOf(start), spotOf(end)];
          svg(lines, "path", { d: `M${x} ${y}L${a} ${b}`, class: "trail", style: `stroke:var(--map-piece-${power}, var(--map-mute))` });
        }
      }
    }
    trails.addEventListener("change", drawTrails);
    return { show };
  }

  async function tell(now) {
    const frame = frames[now];
    const part = `${root}${years[now]}/replay.js`;
    await load(part);
    if (now !== at) return;
    const [summary, labels, rows] = given.replay.find(({ phases }) => frame in phases).phases[frame];
    one(".account .lead").textContent = summary;
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
  const keepPace = () => board.style.setProperty("--pace", `${Math.min(700, speed.value * 0.7)}ms`);
  speed.addEventListener("change", keepPace);
  keepPace();
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
