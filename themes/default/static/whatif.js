/* What if: takes the position of a phase that was played, and opens the desk with it. The phase stands
   behind the # of the address: what-if/#1632/movement. */
(() => {
  "use strict";
  const { one, make, kept, keep } = theatrum;
  const choice = one("#phase");
  const PHASE = /^\d+\/[a-z0-9-]+\/$/;

  /* A phase of a year, from the file of the year: of the tables of its state that has those which are
     others than in the phase before, and null for one that is gone. */
  async function positionOf(year, name) {
    await theatrum.load(`../${year}/position.js`);
    const { phases, ...game } = theatrum.given.position[0];
    const upTo = phases.slice(0, phases.findIndex((phase) => phase.name === name) + 1);
    if (!upTo.length) throw new Error("no such phase");
    const tables = Object.entries(Object.assign({}, ...upTo.map(({ state }) => state)));
    const state = Object.fromEntries(tables.filter(([, table]) => table !== null));
    const position = { ...game, ...upTo.at(-1), state };
    theatrum.given.position.push(position);
    return position;
  }

  async function open(address) {
    const position = await positionOf(...address.split("/"));
    one("#when").textContent = position.phase;
    document.title = `What if? ${position.phase} · ${document.title}`;
    choice.value = address;
    const record = one("#record");
    record.href = `../${address}${location.protocol === "file:" ? "index.html" : ""}`;
    record.hidden = false;
    one(".writing").hidden = false;
    one(".still").append(make("img", { src: `../${theatrum.mapOf(address)}`, alt: `The map of ${position.phase}, as it came` }));
    one(".still").hidden = false;
    // The text of the phase until the program draws it: what each power ordered.
    one("#sheet").value = Object.entries(position.texts).map(([power, text]) => `# ${position.powers[power]}\n${text.trim()}\n`).join("\n");
    await theatrum.load(one(".desk").dataset.scripts.trim().split(" ").at(-1));
  }
  /* The desk of that position: `answer` has its map and its choices. */
  theatrum.sitDown = async ({ svg, data }) => {
    const position = theatrum.given.position.at(-1);
    const drawn = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
    one(".mapfig .mapbox").append(drawn);
    one(".still").hidden = true;
    one(".mapfig").hidden = false;
    // Apart from the sheets of the days on which the phase was played.
    const desk = { ...data, game: `${position.game}:what-if`, title: position.title };
    const name = `desk:${desk.game}:${desk.phase}`;
    if (!kept(name)) keep(name, JSON.stringify(position.texts));
    document.body.append(make("script", { type: "application/json", id: "desk-data" }, JSON.stringify(desk)));
    const seat = one("#seat");
    seat.append(...Object.entries(data.powers).map(([power, title]) => make("option", { value: power }, title)));
    seat.parentElement.hidden = false;
    one("#sheet").value = "";
    const scripts = one(".desk").dataset.scripts.trim().split(" ").slice(0, -1);
    for (const script of scripts) await theatrum.load(script);
  };
  choice.addEventListener("change", () => {
    location.hash = choice.value.replace(/\/$/, "");
  });
  addEventListener("hashchange", () => location.reload());
  const asked = `${location.hash.slice(1).split("&")[0]}/`;
  if (PHASE.test(asked)) open(asked).catch(() => { one("#when").textContent = "There is no such phase."; });
})();
