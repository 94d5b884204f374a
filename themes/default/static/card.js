/* Cards of provinces: what the page knows of one, with the names and addresses of the game's board.js.
   A card follows the pointer and is gone with it; a click, a tap or the field to find one pins it. */
(() => {
  "use strict";
  const { one, all, make, load, given, style, home } = theatrum;
  // Pixels between a card and the edge of the map.
  const EDGE = 14;
  const MOST_ORDERS = 6;
  const NARROW = matchMedia("(max-width: 48rem)");

  /* The cards of a map. `map` is what its script knows: titles, rows of orders, shapes. */
  theatrum.makeCard = (figure, board, map) => {
    const facts = JSON.parse(one(".mapfacts", figure).textContent);
    const root = new URL(".", new URL(figure.dataset.board, document.baseURI)).href;
    const box = one(".mapbox", figure);
    const element = make("section", { className: "mapcard", hidden: true, "aria-label": "Province" });
    const ready = Promise.all([load(figure.dataset.board), style(`${home}card.css`)])
      .then(() => given.board[0]);
    let pinned = "";
    let shown = "";
    box.append(element);
    ready.then(offerNames);

    async function fill(code, event) {
      shown = code;
      const known = await ready;
      if (shown !== code) return false;
      element.replaceChildren(...cardOf(code, known));
      element.hidden = false;
      element.classList.toggle("pinned", pinned === code);
      place(event?.clientX ? event : map.shape(code));
      return true;
    }

    // In a corner of what is seen of the map, away from the pointer or the province.
    function place(about) {
      if (NARROW.matches) {
        element.removeAttribute("style");
        return;
      }
      const frame = box.getBoundingClientRect();
      const spot = about.getBoundingClientRect?.();
      const x = spot ? (spot.left + spot.right) / 2 : about.clientX;
      const y = spot ? (spot.top + spot.bottom) / 2 : about.clientY;
      const top = Math.max(frame.top, 0);
      const bottom = Math.min(frame.bottom, innerHeight);
      const isLeft = x - frame.left < frame.width / 2;
      const isHigh = y - top < (bottom - top) / 2;
      const room = Math.max(bottom - top - 2 * EDGE, 160);
      const high = Math.min(element.scrollHeight + 2, room);
      element.style.maxHeight = `${room}px`;
      element.style.top = `${(isHigh ? bottom - EDGE - high : top + EDGE) - frame.top}px`;
      element.style.left = isLeft ? "auto" : `${EDGE}px`;
      // The buttons for the zoom stand at the upper right.
      element.style.right = isLeft ? `${isHigh ? EDGE : 5 * EDGE}px` : "auto";
    }

    const show = (code, event) => {
      if (!pinned && shown !== code && !NARROW.matches) fill(code, event);
    };
    const hide = () => {
      if (pinned) return;
      shown = "";
      element.hidden = true;
    };
    const pin = async (code, event) => {
      pinned = code;
      map.onPin(code);
      const isThere = await fill(code, event);
      // From the keyboard the card takes the focus; a pointer is there already.
      if (isThere && !event?.clientX) one("h3", element).focus({ preventScroll: !NARROW.matches });
    };
    const close = () => {
      pinned = shown = "";
      element.hidden = true;
      map.onClose();
    };
    figure.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !pinned) return;
      event.preventDefault();
      close();
      board.focus({ preventScroll: true });
    });

    // --- what a card says

    function cardOf(code, known) {
      const isPinned = pinned === code;
      const [name, , , , , address, near] = known.provinces[code] ?? [code, "", "", 0, 0, "", []];
      const heading = make("h3", { tabIndex: -1 }, link(name, isPinned && address), ...(name === code ? [] : [make("small", {}, code)]));
      const lines = linesOf(code, known, isPinned)
        .flatMap(([label, ...said]) => [make("dt", {}, label), make("dd", {}, ...said)]);
      const parts = [heading, make("dl", {}, ...lines)];
      if (!isPinned) return parts;
      if (near.length) parts.push(make("p", { className: "near" }, "Next to ", ...neighbors(near, known)));
      parts.push(make("button", {
        type: "button", className: "btn close", "aria-label": "Close this card", onclick: close,
      }, "×"));
      return parts;
    }

    function linesOf(code, known, isPinned) {
      const [, kind, owner, value, isCenter] = known.provinces[code] ?? [];
      const side = (id) => {
        const power = known.powers[id];
        if (power) return make("span", { className: `pw ${power[2]}` }, link(power[0], isPinned && power[1]));
        const minor = known.minors[id];
        return minor ? link(minor[0], isPinned && minor[1]) : "nobody";
      };
      const lines = [];
      const held = facts.held[code] ?? owner;
      if (kind !== "sea" && kind !== "impassable") {
        if (held === owner) lines.push(["Belongs to", side(owner)]);
        else lines.push(...(owner ? [["By right of", side(owner)]] : []), ["Held by", side(held)]);
      }
      if (code in facts.then) lines.push(["Afterwards", side(facts.then[code])]);
      const state = facts.states[owner in known.minors ? owner : held];
      if (state) {
        const [status, power, mark, influence, isSuspended] = state;
        const [word] = known.statuses[status] ?? [status];
        lines.push([called("State", known), ...(power ? [`${word}: `, side(power)] : [word])]);
        if (mark) lines.push([called("Marker", known), known.marks[mark] ?? mark]);
        const shares = Object.entries(influence ?? {}).sort((one, two) => two[1] - one[1])
          .map(([id, count]) => make("span", { className: "share" }, side(id), ` ${count}`));
        if (shares.length) lines.push([known.influence, ...shares, isSuspended ? "(suspended)" : ""]);
      }
      for (const unit of all(".unit[data-unit]", board)) {
        if (unit.dataset.unit.split("/")[0] === code) {
          lines.push(["Unit", nameUnit(map.titles.get(unit) ?? "", known)]);
        }
      }
      const areAlike = Object.values(known.provinces).every((other) => other[3] < 2);
      if (value) lines.push([isCenter ? called("Center", known) : "Value", isCenter && areAlike ? "yes" : `${value}`]);
      for (const row of isPinned ? map.rowsAt(code).slice(0, MOST_ORDERS) : []) {
        const to = make("a", { href: `#${row.id}`, onclick: () => map.goTo(row) }, map.text(row, ".ord"));
        lines.push(["Order", to, ` ${map.text(row, ".vd")}`]);
      }
      return lines;
    }

    function link(label, to) {
      return to ? make("a", { href: `${root}${to}index.html` }, label) : label;
    }

    // On the map a minor state's unit has but letters: "Bo: army Bohemia".
    function nameUnit(said, known) {
      const [letters, ...rest] = said.split(": ");
      const minor = Object.values(known.minors).find(([, , label]) => label === letters);
      return minor && rest.length ? `${minor[0]}: ${rest.join(": ")}` : said;
    }

    function neighbors(near, known) {
      return near.flatMap((code, number) => [number ? ", " : "", make("button", {
        type: "button",
        onclick: () => {
          figure.zoom?.seek(map.shape(code));
          pin(code);
        },
      }, known.provinces[code][0])]);
    }

    // --- the field with the names of all provinces

    function offerNames(known) {
      const field = one(".find input", figure);
      if (!field) return;
      const there = Object.entries(known.provinces).filter(([code]) => map.shape(code));
      const codes = new Map(there.flatMap(([code, [name]]) => [[plain(name), code], [plain(code), code]]));
      field.after(make("datalist", { id: "map-places" },
        ...there.map(([code, [name]]) => make("option", { value: name }, code))));
      field.setAttribute("list", "map-places");
      const find = (isDone) => {
        const asked = plain(field.value);
        const near = [...codes.keys()].find((name) => asked.length > 1 && name.startsWith(asked));
        const code = codes.get(asked) ?? (isDone ? codes.get(near) : "");
        if (!code) return;
        figure.zoom?.seek(map.shape(code));
        [field.value] = known.provinces[code];
        pin(code);
      };
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        find(true);
      });
      // A choice from the list comes without a key.
      field.addEventListener("input", (event) => {
        if (!(event instanceof InputEvent) || event.inputType === "insertReplacementText") find(false);
      });
    }

    /* The codes of all lands that links in a part of the page lead to: provinces, and those of states. */
    async function named(part) {
      const known = await ready;
      const targets = new Set(all("a", part).map((to) => to.href));
      const leads = (to) => targets.has(`${root}${to}index.html`) || targets.has(`${root}${to}`);
      const lands = Object.values(known.minors).filter(([, to]) => leads(to)).flatMap(([, , , own]) => own);
      return [...new Set([...Object.keys(known.provinces).filter((code) => leads(known.provinces[code][5])), ...lands])];
    }

    return { show, hide, pin, close, named };
  };

  // What the game's rulebook calls something.
  function called(plain, known) {
    const said = known.words?.[plain.toLowerCase()];
    return said ? said[0].toUpperCase() + said.slice(1) : plain;
  }

  function plain(name) {
    return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  }
})();
