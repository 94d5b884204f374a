/* The desk: a sheet of orders, written by hand or by pointing. The text of the sheet is all that is kept:
   the map, the hand and the letter are read from it. What may be ordered came with the page, and nothing
   leaves the page but by the reader's own buttons. */
(() => {
  "use strict";
  const { one, all, make, keep, kept } = theatrum;
  const desk = JSON.parse(one("#desk-data").textContent);
  const [sheet, seat, hand, figure] = ["#sheet", "#seat", ".hand", ".desk .mapfig"].map((query) => one(query));
  const KEPT = `desk:${desk.game}:${desk.phase}`;
  // The power that the reader plays in this game, as all pages know it.
  const PLAYS = `power:${desk.game}`;
  const province = (place) => place.split("/")[0];
  const name = (place) => desk.names[place] ?? desk.names[province(place)] ?? place;
  const say = (text) => { one("#said").textContent = text; };
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // --- what may be ordered: each offer with its choices, and the choice that a line of text is

  const offers = desk.offers.map(([power, at, unit, lines]) => {
    const offer = { power, at, unit, choices: [] };
    for (const [number, texts] of Object.entries(lines)) {
      const [kind, spots] = desk.kinds[number];
      for (const line of texts.split("\n")) {
        // "BOLSTER A PAR 1": an order that does not begin with its unit.
        const isWhole = line.startsWith("=");
        const rest = isWhole ? line.slice(1) : line;
        const words = rest.split(" ");
        const places = spots.map((spot) => words[spot]);
        offer.choices.push({ offer, kind, text: unit && !isWhole ? `${unit} ${rest}` : rest, rest, places });
      }
    }
    return offer;
  });
  const choices = offers.flatMap((offer) => offer.choices);
  const exact = new Map(choices.map((choice) => [choice.text, choice]));
  // Without the letters of units: "VIE - BOH". What could mean several orders means none here.
  const letters = new Set([...Object.keys(desk.words), "VIA"]);
  const bare = (text) => text.split(" ").filter((word) => !letters.has(word)).join(" ");
  const loose = new Map();
  for (const choice of choices) {
    const key = bare(choice.text);
    const other = loose.get(key);
    if (other === undefined || choice.text === `${other?.text} VIA`) loose.set(key, other ?? choice);
    else loose.set(key, null);
  }
  const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const upper = (text) => text.toUpperCase().replace(/\s+/g, " ").trim();
  const spelled = new Map([
    ...Object.entries(desk.names).map(([code, title]) => [upper(title), code]),
    ...Object.entries(desk.words).map(([letter, word]) => [upper(word), letter]),
    ["SUPPORTS", "S"], ["SUPPORT", "S"], ["CONVOYS", "C"], ["CONVOY", "C"], ["HOLDS", "H"], ["HOLD", "H"],
    ["STANDS", "H"], ["DISBANDS", "D"], ["MOVES TO", "-"], ["RETREATS TO", "-"], ["TO", "-"], ["->", "-"], ["→", "-"], ["–", "-"],
    ["IN", ""], ["BY CONVOY", "VIA"], ["VIA CONVOY", "VIA"],
  ]);
  const longest = [...spelled.keys()].sort((a, b) => b.length - a.length).map(quoted).join("|");
  const WORDS = new RegExp(`(^|[\\s-])(${longest})(?=$|[\\s-])`, "g");
  const canonical = (line) => {
    // The label of a state may stand in front: "Sw A WUR - TYR".
    const text = line.replace(/(#|\/\/).*/, "").replace(/^\s*[A-Z][a-z] (?=[A-Z] )/, "");
    const known = upper(text);
    if (exact.has(known) || !known) return known;
    return known.replace(WORDS, (all_, before, word) => `${before}${spelled.get(word)}`).replace(/\s*-\s*/g, " - ").replace(/\s+/g, " ").trim();
  };
  /* The choice that a line stands for; undefined where only the referee's program can tell. */
  const read = (line) => {
    const text = canonical(line);
    const found = exact.get(text) ?? loose.get(bare(text)) ?? undefined;
    return found && isMine(found.offer) ? found : undefined;
  };
  const isMine = (offer) => Boolean(seat.value) && (offer.power === seat.value || !offer.power);
  const lines = () => sheet.value.split("\n");
  const ordered = () => new Map(lines().map(read).filter(Boolean).map((choice) => [choice.offer, choice]));

  // --- what a letter says beside orders, on a line of its own, as the referee's program reads it

  const WISHES = { READY: "ready", "NO ORDERS": "no\\s+orders" };
  const says = (wish, row) => new RegExp(`^[\\s*_]*(?:${WISHES[wish]})[\\s.!*_]*$`, "i").test(row);
  const isWish = (row) => Object.keys(WISHES).some((wish) => says(wish, row));
  /* The orders of a sheet alone, each in its line. */
  const ordersOf = (text) => text.split("\n").map((row) => (isWish(row) ? "" : row)).join("\n");
  const isBlank = (row) => isWish(row) || !canonical(row);
  function toggle(wish) {
    if (!seat.value) return say("Choose your power first.");
    const rows = lines().filter((row) => !says(wish, row));
    if (rows.length === lines().length) return write(wish, null);
    sheet.value = rows.join("\n");
    changed();
    return say(`${wish} is taken off the sheet.`);
  }
  all("[data-wish]").forEach((button) => button.addEventListener("click", () => toggle(button.dataset.wish)));
  function showWishes() {
    for (const button of all("[data-wish]")) {
      const { wish } = button.dataset;
      const isSaid = lines().some((row) => says(wish, row));
      button.setAttribute("aria-pressed", String(isSaid));
      button.disabled = !seat.value || (wish === "NO ORDERS" && !isSaid && !lines().every(isBlank));
    }
  }

  // --- the sheet

  const texts = (() => {
    try { return JSON.parse(kept(KEPT)) ?? {}; } catch { return {}; }
  })();
  function changed() {
    if (seat.value) {
      texts[seat.value] = sheet.value;
      keep(KEPT, JSON.stringify(texts));
    }
    show();
  }
  /* Writes an order into the line of the one that the same piece has, or below all others. */
  function write(text, offer) {
    // Whoever orders something does not send nothing.
    const rows = isWish(text) ? lines() : lines().filter((row) => !says("NO ORDERS", row));
    const at = offer ? rows.findIndex((row) => read(row)?.offer === offer) : -1;
    if (at >= 0) rows[at] = text;
    else {
      while (rows.length && !rows.at(-1).trim()) rows.pop();
      rows.push(text, "");
    }
    sheet.value = rows.join("\n");
    held = null;
    changed();
    say(`${text}: written in line ${rows.indexOf(text) + 1}.`);
  }
  function erase(offer) {
    sheet.value = lines().filter((row) => read(row)?.offer !== offer).join("\n");
    held = null;
    changed();
    say("The order is taken off the sheet.");
  }

  // --- the hand: an order that is being made, one place after the other

  // What people call a kind of order; supports and moves of one piece are asked for together.
  const VERBS = { "support-hold": "support", "support-move": "support" };
  const verb = (choice) => VERBS[choice.kind] ?? choice.kind;
  const ASKS = {
    move: ["Where does it go?"], retreat: ["Where does it retreat to?"],
    support: ["Whom does it support?", "Where does that one go?"], convoy: ["Whom does it carry?", "Where to?"],
  };
  let held = null;
  const begins = (choice, places) => places.every((place, n) => choice.places[n] !== undefined && choice.places[n] === place);
  const open = () => held.offer.choices.filter((choice) => verb(choice) === held.verb && begins(choice, held.places));
  const next = (found) => [...new Set(found.map((choice) => choice.places[held.places.length]).filter(Boolean))];
  const piece = (offer) => (offer.unit ? `${desk.words[offer.unit.split(" ")[0]] ?? ""} ${name(offer.at)}`.trim() : name(offer.at));

  function take(offer, wanted) {
    const verbs = [...new Set(offer.choices.map(verb))];
    const first = wanted ?? verbs.find((word) => ASKS[word]) ?? (verbs.length > 1 ? "" : verbs[0]);
    held = { offer, verb: first, places: [], asked: null, chosen: Boolean(wanted) };
    show();
    say(`${capital(piece(offer))}. ${ask()}`);
  }
  function choose(place) {
    held = { ...held, places: [...held.places, place], asked: null };
    const found = open();
    if (found.length === 1 && found[0].places.length === held.places.length) write(found[0].text, held.offer);
    else {
      show();
      say(ask());
    }
  }
  const ask = () => (held.asked ? `${name(held.asked[0].place)}?` : ASKS[held.verb]?.[held.places.length] ?? "What does it do?");

  /* A place was pointed at, on the map. */
  function point(place) {
    const here = place && province(place);
    if (!seat.value) return say("Choose your power first.");
    if (field?.isConnected && here && fill(here)) return field.focus({ preventScroll: true });
    field = null;
    if (held && here) {
      // The verb that was chosen goes first; before that, whatever fits this place.
      const step = held.places.length;
      const fits = held.offer.choices.filter((choice) => begins(choice, held.places)
        && choice.places[step] && province(choice.places[step]) === here
        && (!step && !held.chosen ? true : verb(choice) === held.verb));
      const meant = [...new Map(fits.map((choice) => [`${verb(choice)} ${choice.places[step]}`, { verb: verb(choice), place: choice.places[step] }])).values()];
      if (meant.length === 1) {
        held.verb = meant[0].verb;
        return choose(meant[0].place);
      }
      if (meant.length) {
        held = { ...held, asked: meant };
        show();
        return say(ask());
      }
    }
    const own = offers.find((offer) => isMine(offer) && province(offer.at) === here);
    if (own && own !== held?.offer) return take(own);
    held = null;
    return show();
  }

  const chip = (label, onclick, facts = {}) => make("button", { type: "button", className: "chip", onclick, ...facts }, label);
  function handRows() {
    const order = ordered();
    if (!seat.value) return [make("p", { className: "ask" }, "Choose your power: then point at one of your units, on the map or here.")];
    if (!held) {
      const own = offers.filter(isMine);
      // Units that the power has come before those that anybody may order.
      own.sort((a, b) => (a.power === "") - (b.power === ""));
      const chips = own.map((offer) => {
        const choice = order.get(offer);
        return chip(offer.unit || offer.at, () => take(offer), { className: `chip unit${choice ? " done" : ""}`, title: piece(offer) });
      });
      chips.forEach((button, n) => {
        const choice = order.get(own[n]);
        button.append(make("small", {}, choice?.rest ?? "…"));
      });
      const filled = desk.forms.length ? "Fill in a form below the sheet, or write on it." : "Write your orders on the sheet.";
      const asks = own.length ? "Point at one of your units, on the map or here:" : `None of your units takes orders in this phase. ${filled}`;
      return [make("p", { className: "ask" }, asks), make("div", { className: "chips" }, ...chips)];
    }
    const { offer } = held;
    const verbs = [...new Set(offer.choices.map(verb))];
    const rows = [make("div", { className: "title" }, make("b", {}, capital(piece(offer))),
      chip("×", () => { held = null; show(); }, { className: "btn", "aria-label": "Put it back" }))];
    const acts = verbs.map((word) => {
      const found = offer.choices.filter((choice) => verb(choice) === word);
      const isWhole = found.length === 1 && !found[0].places.length;
      return chip(capital(word), () => (isWhole ? write(found[0].text, offer) : take(offer, word)), { "aria-pressed": String(word === held.verb && !isWhole) });
    });
    if (order.has(offer)) acts.push(chip("No order", () => erase(offer), { className: "chip quiet" }));
    rows.push(make("div", { className: "verbs", role: "group", "aria-label": "What it does" }, ...acts));
    if (held.asked) {
      rows.push(make("p", { className: "ask" }, ask()), make("div", { className: "chips" },
        ...held.asked.map((meant) => chip(`${capital(meant.verb)} ${name(meant.place)}`, () => { held.verb = meant.verb; choose(meant.place); }))));
      return rows;
    }
    const found = open();
    const ends = found.filter((choice) => choice.places.length === held.places.length);
    if (held.verb && found.length && (ends.length !== found.length || found.length > 1)) {
      const said = held.places.map((place) => name(place)).join(", ");
      rows.push(make("p", { className: "ask" }, said && `${said}: `, ask()), make("div", { className: "chips" },
        ...ends.map((choice) => chip(choice.kind === "support-hold" ? "It stays" : choice.text, () => write(choice.text, offer), { className: "chip strong" })),
        ...next(found).map((place) => chip(name(place), () => choose(place), { value: place }))));
      all(".chips [value]", rows.at(-1)).forEach((button) => button.append(make("small", {}, button.value)));
    }
    return rows;
  }
  /* Whoever writes by keys goes on in the hand: at what may follow, or at the next piece. */
  function showHand() {
    const isHere = hand.contains(document.activeElement);
    hand.replaceChildren(...handRows());
    if (!isHere) return;
    const follows = held?.chosen || held?.asked || held?.places.length ? ".chips button" : ".verbs button, .unit:not(.done)";
    (one(follows, hand) ?? one("button", hand))?.focus({ preventScroll: true });
  }

  // --- orders that are no places on the map: the forms that the rulebook teaches

  // The field that a place on the map would fill.
  let field = null;
  function fill(here) {
    const known = [...field.list.options].find((option) => province(option.value.split(" ").at(-1)) === here);
    if (known) field.value = known.value;
    return Boolean(known);
  }
  sheet.addEventListener("focus", () => { field = null; });
  function showForms() {
    const lists = { place: desk.names, unit: {}, state: { ...desk.states, ...(Object.keys(desk.states).length ? {} : desk.names) }, power: Object.fromEntries(desk.sides.map((side) => [side, ""])) };
    lists.unit = Object.fromEntries(offers.filter((offer) => offer.unit).map((offer) => [offer.unit, piece(offer)]));
    lists.powers = lists.power;
    one(".forms").append(...Object.entries(lists).map(([kind, values]) => make("datalist", { id: `known-${kind}` }, ...Object.entries(values).map(([value, text]) => make("option", { value }, text)))));
    if (!desk.forms.length) return;
    const fields = make("div", { className: "fields" });
    const select = make("select", { id: "form" }, ...desk.forms.map(([title, , example], n) => make("option", { value: String(n) }, `${title}: ${example}`)));
    const showFields = () => {
      const [, pattern, example, means] = desk.forms[Number(select.value)];
      // What stands in each gap of the example.
      const [, ...shown] = new RegExp(`^${pattern.split(/<[a-z]+\d*>/).map(quoted).join("(.+?)")}$`).exec(example) ?? [];
      const inputs = [];
      const parts = pattern.split(/<([a-z]+)(\d*)>/).map((part, n) => {
        if (n % 3 === 2) return "";
        if (n % 3 === 0) return part && make("code", {}, part);
        const input = make("input", { type: part === "number" ? "number" : "text", min: 0, required: true, "aria-label": part, placeholder: shown[inputs.length] ? `like ${shown[inputs.length]}` : part, autocomplete: "off" });
        if (lists[part]) input.setAttribute("list", `known-${part}`);
        input.addEventListener("focus", () => { field = lists[part] && input; });
        inputs.push(input);
        return input;
      }).filter(Boolean);
      fields.replaceChildren(make("p", { className: "sm" }, means.replace(/\{([a-z]+)\d*\}/g, (all_, slot) => slot.toUpperCase())), make("form", {
        onsubmit: (event) => {
          event.preventDefault();
          write(parts.map((part) => part.value ?? part.textContent).join("").trim(), null);
          inputs.forEach((input) => { input.value = ""; });
        },
      }, ...parts, make("button", { className: "btn", type: "submit" }, "Add")));
    };
    select.addEventListener("change", showFields);
    showFields();
    const title = offers.length ? "Other orders of this phase" : "Orders of this phase";
    one(".forms").append(make("details", { open: !offers.length }, make("summary", {}, title), make("label", { htmlFor: "form", className: "vh" }, "Kind of order"), select, fields));
  }

  // --- all of it

  const send = theatrum.deskSend?.(desk);
  function show() {
    const order = ordered();
    const own = offers.filter((offer) => isMine(offer) && offer.unit && offer.power);
    one(".count").textContent = own.length ? `${own.filter((offer) => order.has(offer)).length} of ${own.length} units` : "";
    const strange = seat.value ? lines().map((text, n) => [text, n + 1]).filter(([text]) => canonical(text) && !read(text)) : [];
    const units = strange.filter(([text]) => offers.some((offer) => offer.unit && canonical(text).startsWith(`${offer.unit} `)));
    one(".unread").replaceChildren(...units.map(([text, number]) => make("li", {}, `Line ${number}, `, make("code", {}, text.trim()), ": not among the orders that the map offers. The referee’s program decides.")));
    map.sketch([...order.values()].map(({ kind, offer, places }) => ({ kind, from: offer.at, places, css: `pw-${seat.value}` })));
    if (held) {
      const found = held.chosen || held.places.length || held.asked ? open() : held.offer.choices;
      map.light({ from: held.offer.at, places: held.verb ? next(open()) : next(found), taken: held.places });
    } else map.light({ waiting: own.filter((offer) => !order.has(offer)).map((offer) => offer.at) });
    showHand();
    showWishes();
    send?.(seat.value, sheet.value);
    // For scripts that work with the sheet: it may be another now.
    dispatchEvent(new Event("desk"));
  }
  function sit(power) {
    seat.value = power in desk.powers ? power : "";
    sheet.value = texts[seat.value] ?? "";
    held = null;
    show();
    map.frame(offers.filter((offer) => offer.power === seat.value).map((offer) => offer.at));
  }
  theatrum.desk = { data: desk, texts, sheet, seat, ordersOf };
  const map = theatrum.deskMap(figure, { at: desk.at, scale: desk.scale, point });
  seat.addEventListener("change", () => {
    if (seat.value) keep(PLAYS, seat.value);
    sit(seat.value);
  });
  sheet.addEventListener("input", changed);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && held) {
      held = null;
      show();
    }
  });
  showForms();
  sit(kept(PLAYS) ?? "");
})();
