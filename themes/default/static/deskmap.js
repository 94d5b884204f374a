/* The map of the desk: what lights up, the orders as they stand on the sheet, and what a pointer means.
   It knows places and kinds of lines, and no rules. */
"use strict";
theatrum.deskMap = (figure, { at, scale, point }) => {
  const { one, all } = theatrum;
  const board = one(".board", figure);
  const province = (place) => place.split("/")[0];
  // The least that a finger hits, in pixels; the land around what is shown, in units of the map.
  const FINGER = 40;
  const AIR = 700;
  const spot = (place) => at[place] ?? at[province(place)];
  const shape = (name, facts) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
    return made;
  };
  // The notes of the drawing would pop up under the pointer, and cover what is pointed at.
  all("g > title, path > title, use > title", board).forEach((title) => title.remove());
  const lights = shape("g", { class: "lights" });
  const lines = shape("g", { class: "drafts" });
  (one(".layer.orders", board) ?? board.lastElementChild).before(lights, lines);

  const outline = (place, css) => {
    const land = board.querySelector(`#p-${CSS.escape(province(place))}`);
    if (!land) return;
    const copy = shape("path", { d: land.getAttribute("d"), class: css });
    const drawn = land.parentNode.getAttribute("transform");
    if (drawn) copy.setAttribute("transform", drawn);
    lights.append(copy);
  };
  const ring = (place, css) => {
    const [x, y] = spot(place) ?? [];
    if (x !== undefined) lights.append(shape("circle", { cx: x, cy: y, r: 330 * scale, class: css }));
  };
  let lit = [];
  /* Lights the piece in hand, the places that may follow, and the own pieces that wait. */
  const light = ({ from = "", places = [], taken = [], waiting = [] }) => {
    lights.replaceChildren();
    lit = [...places, ...waiting];
    for (const place of new Set(places.map(province))) outline(place, "goal");
    for (const place of taken) outline(place, "taken");
    if (from) {
      outline(from, "from");
      ring(from, "ring held");
    }
    waiting.forEach((place) => ring(place, "ring"));
  };

  // A line that ends a little before its goal, so that what stands there can be seen.
  const toward = ([x, y], [a, b], gap) => {
    const far = Math.hypot(a - x, b - y) || 1;
    const share = Math.max(far - gap, far / 3) / far;
    return [x + (a - x) * share, y + (b - y) * share];
  };
  const path = (points) => `M${points.map((corner) => corner.map(Math.round).join(" ")).join("L")}`;
  const both = (facts) => [shape("path", { ...facts, class: `case ${facts.class}` }), shape("path", facts)];
  const arrow = (from, to, css) => {
    const tip = toward(from, to, 230 * scale);
    const neck = toward(from, tip, 230 * scale);
    const [dx, dy] = [(tip[0] - neck[0]) * 0.55, (tip[1] - neck[1]) * 0.55];
    const head = path([tip, [neck[0] - dy, neck[1] + dx], [neck[0] + dy, neck[1] - dx]]);
    return [...both({ d: path([from, neck]), class: `line ${css}` }), ...both({ d: `${head}Z`, class: `head ${css}` })];
  };
  const rim = ([x, y], css) => shape("circle", { cx: x, cy: y, r: 300 * scale, class: `rim ${css}` });
  const middle = ([x, y], [a, b]) => [(x + a) / 2, (y + b) / 2];
  const DRAWN = {
    hold: (from, places, css) => [rim(from, css)],
    move: (from, [to], css) => arrow(from, to, css),
    retreat: (from, [to], css) => arrow(from, to, css),
    "support-hold": (from, [whom], css) => [...both({ d: path([from, toward(from, whom, 300 * scale)]), class: `line help ${css}` }), rim(whom, css)],
    "support-move": (from, [whom, to], css) => both({ d: path([from, middle(whom, to)]), class: `line help ${css}` }),
    convoy: (from, [whom, to], css) => both({ d: path([from, middle(whom, to)]), class: `line carry ${css}` }),
    build: (from, places, css) => [rim(from, `${css} new`)],
    disband: (from, places, css) => [rim(from, `${css} gone`)],
    remove: (from, places, css) => [rim(from, `${css} gone`)],
    count: ([x, y], places, css, label) => ["case ", ""].map((under) => {
      const drawn = shape("text", { x, y, "font-size": 640 * scale, class: `${under}many ${css}` });
      drawn.textContent = label;
      return drawn;
    }),
  };
  /* Draws orders: what each is, where it starts and where it leads. */
  const sketch = (orders) => {
    const drawn = orders.filter(({ kind, from, places }) => DRAWN[kind] && spot(from) && places.every(spot));
    lines.replaceChildren(...drawn.flatMap(({ kind, from, places, css, label }) => DRAWN[kind](spot(from), places.map(spot), css, label)));
  };

  /* Shows places as large as they fit into the map's element, of which the drawing fills all. */
  const frame = (places, air = 2200) => {
    const spots = places.map(spot).filter(Boolean);
    if (!spots.length || !figure.zoom) return;
    const [xs, ys] = [0, 1].map((side) => spots.map((one) => one[side]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const { width, height } = board.getBoundingClientRect();
    const view = board.viewBox.baseVal;
    const [wide, high] = [right - left, bottom - top].map((size) => size + 2 * air * scale);
    const shown = Math.max(wide, high * width / height) / Math.max(1, (width * view.height) / (height * view.width));
    figure.zoom.fit((left + right - shown) / 2, (top + bottom) / 2 - 1, shown, 2);
  };
  const onScreen = ([x, y]) => new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
  /* Makes sure that places can be pointed at: none beside the map or below the hand, and for a finger none
     too near to another. */
  const bring = (places) => {
    const spots = places.map(spot).filter(Boolean);
    if (spots.length < 2) return;
    const hand = one(".hand", figure).getBoundingClientRect();
    const below = () => Math.min(hand.top, innerHeight);
    if (board.getBoundingClientRect().top < 0 || board.getBoundingClientRect().bottom > below() + 1) figure.scrollIntoView({ block: "start", behavior: "instant" });
    const box = board.getBoundingClientRect();
    const points = spots.map(onScreen);
    const isIn = points.every(({ x, y }) => x > box.left + FINGER / 2 && x < box.right - FINGER / 2 && y > box.top + FINGER / 2 && y < box.bottom - FINGER / 2);
    const isNear = points.some((a, n) => points.slice(n + 1).some((b) => Math.hypot(a.x - b.x, a.y - b.y) < FINGER));
    if (!isIn || (isNear && matchMedia("(pointer: coarse)").matches)) frame(places, AIR);
  };
  /* The lit place that is so near that a finger may have meant it. */
  const near = (event) => {
    const far = (place) => {
      const { x, y } = onScreen(spot(place));
      return Math.hypot(x - event.clientX, y - event.clientY);
    };
    return lit.filter((place) => spot(place) && far(place) < FINGER / 2).sort((a, b) => far(a) - far(b))[0] ?? "";
  };
  board.addEventListener("click", (event) => {
    const { unit, province: land } = event.target.closest?.("[data-unit], [data-province]")?.dataset ?? {};
    point(unit ?? land ?? "", unit ? "" : near(event));
  });
  return { light, sketch, frame, bring };
};
