/* Two phases compared: what differs between two positions, drawn on a bare board and told in words.
   The positions of the whole game come from its positions.js, names and places from its board.js. */
(() => {
  "use strict";
  const { one, all, make, load, given } = theatrum;
  const SVG = "http://www.w3.org/2000/svg";
  const page = one(".compare");
  const board = one(".board", page);
  const root = page.dataset.root.replace(/index\.html$/, "");
  const chosen = { from: one("#phase-from"), to: one("#phase-to") };
  const found = one(".found", page);
  const GOES = { A: "army", F: "fleet" };
  // A unit: kind, place, strength beyond 1.
  const UNIT = /^(\S+) (\S+)(?: \+(\d+))?/;

  Promise.all([load(`${root}positions.js`), load(page.dataset.board)]).then(() => {
    start(given.positions[0], given.board[0]);
  });

  function start({ phases, steps }, known) {
    const last = phases.length - 1;
    const names = phases.map(([, address]) => address.replace(/\/$/, ""));
    const years = names.map((name) => name.split("/")[0]);
    const shape = (code) => board.querySelector(`#p-${CSS.escape(code)}`);

    for (const select of Object.values(chosen)) {
      let group = null;
      phases.forEach(([title], index) => {
        if (years[index] !== years[index - 1]) {
          group = make("optgroup", { label: years[index] });
          select.append(group);
        }
        group.append(make("option", { value: String(index) }, title));
      });
      select.addEventListener("change", () => choose(Number(chosen.from.value), Number(chosen.to.value)));
    }

    /* The position after a phase: everything up to it, change by change. */
    function positionAt(index) {
      const position = { held: {}, units: new Set(), states: {} };
      for (const { held, gone, new: come, states } of steps.slice(0, index + 1)) {
        Object.assign(position.held, held);
        gone?.forEach((unit) => position.units.delete(unit));
        come?.forEach((unit) => position.units.add(unit));
        Object.assign(position.states, states);
      }
      return position;
    }

    const endOf = (year) => years.lastIndexOf(year);
    const yearBefore = (index) => Math.max(years.indexOf(years[index]) - 1, 0);
    const spans = {
      phase: () => [Math.max(last - 1, 0), last],
      year: () => [yearBefore(last), last],
      game: () => [0, last],
      back: () => move(-1),
      on: () => move(1),
    };
    // Both ends a step on or back: from year's end to year's end where they are that, else a phase.
    function move(by) {
      const [from, to] = [Number(chosen.from.value), Number(chosen.to.value)];
      const isYears = [from, to].every((at) => at === endOf(years[at]) || at === 0);
      const step = (at) => {
        if (!isYears) return Math.min(Math.max(at + by, 0), last);
        if (by < 0) return yearBefore(at);
        return at === last ? last : endOf(years[at + 1]);
      };
      return (by < 0 ? from === 0 : to === last) ? [from, to] : [step(from), step(to)];
    }
    for (const button of all("[data-span]")) {
      button.addEventListener("click", () => choose(...spans[button.dataset.span]()));
    }

    function fromAddress() {
      const [from, to] = decodeURIComponent((location.hash || location.search).slice(1)).split("..");
      const pair = [names.indexOf(from), names.indexOf(to)];
      return pair.includes(-1) ? null : pair;
    }
    addEventListener("hashchange", () => {
      const asked = fromAddress();
      if (asked) compare(...asked);
    });
    function choose(from, to) {
      try { history.replaceState(null, "", `#${names[from]}..${names[to]}`); } catch { /* too many */ }
      compare(from, to);
    }

    function compare(from, to) {
      chosen.from.value = String(from);
      chosen.to.value = String(to);
      const [old, now] = [positionAt(from), positionAt(to)];
      const held = Object.keys(known.provinces)
        .filter((code) => (old.held[code] ?? "") !== (now.held[code] ?? ""))
        .map((code) => ({ code, old: old.held[code] ?? "", now: now.held[code] ?? "" }));
      const units = unitsBetween(old.units, now.units);
      const states = statesBetween(old.states, now.states);
      draw(held, units, states, now);
      tell(from, to, held, units, states);
    }

    function readUnit(text) {
      const cut = text.indexOf(" ");
      const [, kind, at, more] = UNIT.exec(text.slice(cut + 1));
      return { side: text.slice(0, cut), kind, at, strength: 1 + Number(more ?? 0), name: `${kind} ${at}` };
    }

    /* What came, what went, and what stayed in another strength. */
    function unitsBetween(old, now) {
      const gone = [...old].filter((unit) => !now.has(unit)).map(readUnit);
      const come = [...now].filter((unit) => !old.has(unit)).map(readUnit);
      const key = (unit) => `${unit.side} ${unit.name}`;
      const was = new Map(gone.map((unit) => [key(unit), unit]));
      const changed = come.filter((unit) => was.has(key(unit)))
        .map((unit) => ({ ...unit, before: was.get(key(unit)).strength }));
      const same = new Set(changed.map(key));
      return { changed, gone: gone.filter((unit) => !same.has(key(unit))), come: come.filter((unit) => !same.has(key(unit))) };
    }

    function statesBetween(old, now) {
      const leader = ([, , , influence] = []) => {
        const sorted = Object.entries(influence ?? {}).sort((one, two) => two[1] - one[1]);
        return sorted.length > 1 && sorted[0][1] === sorted[1][1] ? "" : sorted[0]?.[0] ?? "";
      };
      return Object.keys(known.minors).filter((code) => now[code] || old[code]).map((code) => {
        const [was, is] = [old[code] ?? [], now[code] ?? []];
        return {
          code,
          old: was,
          now: is,
          status: was[0] !== is[0] || (was[1] ?? "") !== (is[1] ?? ""),
          mark: (was[2] ?? "") !== (is[2] ?? ""),
          leaders: [leader(was), leader(is)],
        };
      }).filter((one) => one.status || one.mark || one.leaders[0] !== one.leaders[1]);
    }

    // --- the map

    // What a state has: its own by right, or, where nothing is anybody's by right, what it holds.
    const hasRights = Object.values(known.provinces).some((province) => province[2]);
    const landsOf = (code, position) => (hasRights ? known.minors[code][3]
      : Object.keys(known.provinces).filter((place) => position.held[place] === code));

    function draw(held, units, states, position) {
      for (const old of all(".difference", board)) old.remove();
      for (const land of all(".province.differs", board)) {
        land.classList.remove("differs");
        land.style.fill = "";
      }
      const defs = svg(board, "defs", { class: "difference" });
      for (const { code, old, now } of held) {
        const land = shape(code);
        if (!land) continue;
        land.classList.add("differs");
        land.style.fill = `url(#${stripes(defs, old, now)})`;
      }
      const below = one(".layer.names", board) ?? null;
      const layer = document.createElementNS(SVG, "g");
      layer.setAttribute("class", "difference");
      board.insertBefore(layer, below);
      for (const { code, now, status } of states) {
        if (status) for (const place of landsOf(code, position)) outline(layer, place, now[1]);
      }
      const pieces = svg(board, "g", { class: "layer units difference", "font-size": "156" });
      const taken = new Set([...units.come, ...units.changed].map((unit) => unit.at.split("/")[0]));
      for (const unit of units.gone) piece(pieces, unit, "gone", taken.has(unit.at.split("/")[0]));
      for (const unit of [...units.changed, ...units.come]) piece(pieces, unit, "", false);
    }

    function svg(parent, name, facts) {
      const made = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
      parent.append(made);
      return made;
    }

    const landOf = (side) => (known.powers[side] ? `var(--map-land-${side})` : side ? "var(--map-unaligned)" : "var(--map-land)");
    const inkOf = (side) => (known.powers[side] ? `var(--map-piece-${side})` : side ? "var(--map-mute)" : "var(--map-halo)");

    function stripes(defs, old, now) {
      const id = `from-${old || "nobody"}-to-${now || "nobody"}`;
      if (one(`[id="${id}"]`, defs)) return id;
      const pattern = svg(defs, "pattern", {
        id, width: 36, height: 36, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
      });
      svg(pattern, "rect", { width: 36, height: 36, style: `fill:${landOf(old)}` });
      svg(pattern, "rect", { width: 20, height: 36, style: `fill:${inkOf(now)}` });
      return id;
    }

    function outline(layer, place, power) {
      const source = shape(place);
      if (!source) return;
      const scale = source.parentNode.getAttribute("transform") ?? "";
      const group = svg(layer, "g", { transform: scale });
      const d = source.getAttribute("d");
      svg(group, "path", { d, class: "follows", style: power ? `fill:${inkOf(power)}` : "" });
      svg(group, "path", { d, class: "turned" });
    }

    function piece(layer, unit, state, isAside) {
      const spot = known.at[unit.at] ?? known.at[unit.at.split("/")[0]];
      if (!spot) return;
      const name = GOES[unit.kind] ?? "army";
      const minor = known.minors[unit.side];
      const [x, y] = spot.map((part) => part - (isAside ? 150 * known.scale : 0));
      const group = svg(layer, "g", {
        class: `unit ${name} ${state} ${minor ? "minor" : `pw-${unit.side}`}`,
        transform: `translate(${x} ${y}) scale(${known.scale})`,
      });
      svg(group, "title", {}).textContent = `${nameOf(unit.side)}: ${unit.name}${state ? ", gone" : ""}`;
      svg(group, "use", { href: `#${name}`, class: "body", style: minor ? "fill:url(#silver)" : "" });
      const text = `${minor?.[2] ?? ""}${unit.strength > 1 ? `+${unit.strength - 1}` : ""}`;
      if (text) svg(group, "text", { y: 52, "font-size": text.length > 2 ? 104 : 140 }).textContent = text;
    }

    // --- in words

    function nameOf(side) {
      return (known.powers[side] ?? known.minors[side])?.[0] ?? (side || "nobody");
    }
    function link(label, to) {
      return to ? make("a", { href: `${root}${to}index.html` }, label) : label;
    }
    function sideOf(side) {
      const power = known.powers[side];
      if (power) return make("span", { className: `pw ${power[2]}` }, link(power[0], power[1]));
      const minor = known.minors[side];
      return minor ? link(minor[0], minor[1]) : "nobody";
    }
    function place(code) {
      const province = known.provinces[code.split("/")[0]];
      return province ? link(province[0], province[5]) : code;
    }
    function status([kind, power]) {
      const [word] = known.statuses[kind] ?? ["absent"];
      return power ? [`${word}: `, sideOf(power)] : [word];
    }
    function list(title, items) {
      if (!items.length) return [];
      const rows = items.map(([code, ...parts]) => {
        const row = make("li", {}, ...parts);
        const light = (isOn) => () => all(`#p-${CSS.escape(code)}`, board).forEach((land) => land.classList.toggle("pointed", isOn));
        row.addEventListener("mouseenter", light(true));
        row.addEventListener("mouseleave", light(false));
        return row;
      });
      return [make("h3", {}, `${title} `, make("small", {}, String(items.length))), make("ul", {}, ...rows)];
    }
    const headed = (text) => text[0].toUpperCase() + text.slice(1);
    const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

    function tell(from, to, held, units, states) {
      const ends = [from, to].map((at) => link(phases[at][0], phases[at][1]));
      const turned = states.filter((one) => one.status);
      const sum = [
        held.length && `${count(held.length, "province")} changed hands`,
        turned.length && `${turned.length} ${turned.length === 1 ? known.words?.state ?? "state" : known.words?.states ?? "states"} turned`,
        units.come.length && `${count(units.come.length, "unit")} arrived`,
        units.gone.length && `${units.gone.length} left`,
      ].filter(Boolean).join(", ");
      found.replaceChildren(
        make("p", {}, "From ", ends[0], " to ", ends[1], ": ", sum || "no differences", "."),
        ...list("Changed hands", held.map(({ code, old, now }) => [code, place(code), ": ", sideOf(old), " → ", sideOf(now)])),
        ...list("Status", turned.map(({ code, old, now }) => [
          known.minors[code][3][0], link(known.minors[code][0], known.minors[code][1]), ": ", ...status(old), " → ", ...status(now),
        ])),
        ...list("Leads now", states.filter(({ leaders, status: isTurned }) => !isTurned && leaders[0] !== leaders[1])
          .map(({ code, leaders }) => [
            known.minors[code][3][0], link(known.minors[code][0], known.minors[code][1]), ": ",
            sideOf(leaders[0]), " → ", sideOf(leaders[1]),
          ])),
        ...list(headed(known.words?.markers ?? "markers"), states.filter((one) => one.mark).map(({ code, old, now }) => [
          known.minors[code][3][0], link(known.minors[code][0], known.minors[code][1]), ": ",
          `${known.marks[old[2]] ?? "none"} → ${known.marks[now[2]] ?? "none"}`,
        ])),
        ...armies(units),
      );
    }

    // One line a side: its new units, those that are gone, those that grew or shrank.
    function armies(units) {
      const sides = [...Object.keys(known.powers), ...Object.keys(known.minors)];
      const of = (kind, side) => units[kind].filter((unit) => unit.side === side);
      const named = (unit) => (unit.strength > 1 ? `${unit.name} +${unit.strength - 1}` : unit.name);
      const rows = sides.map((side) => {
        const parts = [
          ["new", of("come", side).map(named)],
          ["gone", of("gone", side).map(named)],
          ["strength", of("changed", side).map((unit) => `${unit.name} ${unit.before} → ${unit.strength}`)],
        ].filter(([, names]) => names.length).map(([word, names]) => `${word} ${names.join(", ")}`);
        return parts.length ? ["", sideOf(side), ` ${parts.join("; ")}`] : null;
      }).filter(Boolean);
      return list("Units", rows);
    }

    compare(...(fromAddress() ?? spans.year()));
  }
})();
