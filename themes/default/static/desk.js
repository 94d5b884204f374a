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
  const NARROW = matchMedia("(max-width: 48rem)");
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
    say("The order was removed from the sheet.");
  }

  // --- the hand: an order that is being made, one place after the other

  // What people call a kind of order; supports and moves of one piece are asked for together.
  const VERBS = { "support-hold": "support", "support-move": "support" };
  const verb = (choice) => VERBS[choice.kind] ?? choice.kind;
  const ASKS = {
    move: ["Where does it go?"], retreat: ["Where does it retreat to?"],
    support: ["Whom does it support?", "Where does that one go?"], convoy: ["Whom does it carry?", "Where to?"],
  };
  // A unit's order (`offer`), a line with blanks (`form`), a place of which both are asked (`about`), or nothing.
  let held = null;
  // What is said once in the hand: why something was put back.
  let note = "";
  const begins = (choice, places) => places.every((place, n) => choice.places[n] !== undefined && choice.places[n] === place);
  const open = () => held.offer.choices.filter((choice) => verb(choice) === held.verb && begins(choice, held.places));
  const next = (found) => [...new Set(found.map((choice) => choice.places[held.places.length]).filter(Boolean))];
  const piece = (offer) => (offer.unit ? `${desk.words[offer.unit.split(" ")[0]] ?? ""} ${name(offer.at)}`.trim() : name(offer.at));

  function take(offer, wanted) {
    // A unit of which only one thing can be ordered needs no question.
    if (!wanted && offer.choices.length === 1 && !ordered().has(offer)) return write(offer.choices[0].text, offer);
    const verbs = [...new Set(offer.choices.map(verb))];
    const first = wanted ?? verbs.find((word) => ASKS[word]) ?? (verbs.length > 1 ? "" : verbs[0]);
    held = { offer, verb: first, places: [], asked: null, chosen: Boolean(wanted) };
    return wanted ? advance() : begin();
  }
  function begin() {
    show();
    bring();
    say(`${capital(piece(held.offer))}. ${ask()}`);
  }
  function choose(place) {
    held = { ...held, places: [...held.places, place], asked: null };
    advance();
  }
  /* Goes on to the next question that has more than one answer. */
  function advance() {
    const found = open();
    const ends = found.filter((choice) => choice.places.length === held.places.length);
    const [first, ...others] = ends;
    // By land and by convoy: the first is written, the other is one press away.
    if (ends.length && ends.length === found.length && others.every((choice) => choice.text === `${first.text} VIA`)) {
      const { offer } = held;
      write(first.text, offer);
      if (others.length) {
        held = { offer, ways: ends };
        show();
      }
      return;
    }
    const places = next(found);
    if (!ends.length && places.length === 1) choose(places[0]);
    else begin();
  }
  const ask = () => (held.asked ? `${name(held.asked[0].place)}?` : ASKS[held.verb]?.[held.places.length] ?? "What does it do?");

  function putBack(why = "") {
    held = null;
    note = why;
    if (why) say(why);
    show();
  }
  const mine = (here) => offers.find((offer) => isMine(offer) && province(offer.at) === here);
  /* A place was pointed at, on the map; where it means nothing, the lit place beside it. */
  function point(place, near = "") {
    const hit = place && province(place);
    const isMeant = held?.verb !== undefined ? targets().some((to) => province(to) === hit)
      : hit && (held?.form || mine(hit) || formsAt(hit).length);
    const here = isMeant || !near ? hit : province(near);
    note = "";
    if (!seat.value) return putBack("Choose your power first.");
    if (held?.form && here && fillFrom(here)) return undefined;
    if (held?.verb !== undefined && here) {
      // The verb that is pressed goes first; then whatever fits this place.
      const step = held.places.length;
      const fits = held.offer.choices.filter((choice) => begins(choice, held.places)
        && choice.places[step] && province(choice.places[step]) === here && (!step || verb(choice) === held.verb));
      const pressed = fits.filter((choice) => verb(choice) === held.verb);
      const meant = [...new Map((pressed.length ? pressed : fits).map((choice) => [`${verb(choice)} ${choice.places[step]}`, { verb: verb(choice), place: choice.places[step] }])).values()];
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
    const own = here && mine(here);
    if (own && own === held?.offer && held.verb !== undefined) {
      note = "It is in your hand already: say what it does, or put it back with ×.";
      say(note);
      return show();
    }
    if (own) return take(own);
    const back = held?.verb === undefined ? "" : `${piece(held.offer)} is put back, without a new order. `;
    if (here && formsAt(here).length) return about(here);
    return putBack(here ? `${capital(back)}Nothing can be ordered about ${name(here)} now.` : capital(back).trim());
  }

  // --- lines that begin with no unit: forms with blanks, which places on the map and buttons fill

  // "<power>" has to be filled; "<&powers>" takes one more, or none.
  const BLANKS = /<(&?)([a-z]+\d*)>/g;
  const kindOf = (blank) => blank.replace(/\d+$/, "").replace(/s$/, "");
  const forms = desk.forms.map(([title, pattern, example, means, words = {}, joins = {}, places = 0]) => {
    const parts = pattern.split(/<([a-z]+\d*)>/).map((part, n) => {
      if (n % 2 === 0) return quoted(part);
      return kindOf(part) === "number" ? `(?<${part}>\\d+)` : `(?<${part}>.+)`;
    });
    return { title, pattern, example, means, words, joins, places, fits: new RegExp(`^${parts.join("")}$`, "i") };
  });
  const isAlone = (form) => forms.filter(({ title }) => title === form.title).length === 1;
  const MOST = { listed: 60, number: 12, years: 8 };
  const range = (from, many) => Array.from({ length: many }, (none, n) => [String(from + n), ""]);
  const side = (power) => desk.powers[power.toLowerCase()] ?? capital(power.toLowerCase());
  const isOwn = (power) => power === seat.value.toUpperCase();
  const KNOWN = {
    place: () => Object.entries(desk.names),
    state: () => Object.entries(Object.keys(desk.states).length ? desk.states : desk.names),
    // One's own last: few orders name it, but a vote may.
    power: () => [...desk.sides].sort((a, b) => isOwn(a) - isOwn(b)).map((power) => [power, side(power)]),
    side: () => [...KNOWN.power(), ...KNOWN.state()],
    unit: () => desk.units.map((unit) => [unit, ""]),
    kind: () => Object.entries(desk.words),
    measure: () => desk.measures.map((title) => [title, ""]),
    year: () => range(desk.year, MOST.years),
    number: () => range(1, held.form.places && rest() > 0 ? rest() + held.number : MOST.number),
  };
  const ASKED = { place: "Which province?", state: "Which one?", power: "Which power?", side: "Which side?", unit: "Which unit?", kind: "Of which kind?", year: "Which year?", number: "How many?", measure: "Which one?" };
  /* What may fill a blank: [text, what people call it]. */
  const known = (form, blank) => form.words[blank]?.map((word) => [word, word.replace(BLANKS, "…")]) ?? KNOWN[kindOf(blank)]?.() ?? [];
  const isNumber = (form, blank) => kindOf(blank) === "number" && !form.words[blank];
  const blanks = (text) => [...text.matchAll(BLANKS)].map(([, more, blank]) => ({ blank, isMore: Boolean(more) }));
  /* The blank that is asked for: numbers after what they are of, one more of a list last. */
  const asked = ({ form, text }) => {
    const all_ = blanks(text);
    const due = all_.filter(({ isMore }) => !isMore);
    return (due.find(({ blank }) => !isNumber(form, blank)) ?? due[0] ?? all_[0])?.blank ?? "";
  };
  /* What a place can stand for in a blank. */
  function valuesAt(kind, here) {
    const lands = (desk.lands[here] ?? "").split(" ");
    if (kind === "place") return here in desk.names ? [here] : [];
    if (kind === "state") return lands.filter((land) => land in desk.states);
    if (kind === "power") return lands.filter((land) => desk.sides.includes(land));
    if (kind === "side") return [...valuesAt("power", here), ...valuesAt("state", here)];
    if (kind === "unit") return desk.units.filter((unit) => province(unit.split(" ").at(-1)) === here);
    return [];
  }
  const formsAt = (here) => forms.filter(({ pattern, words }) => blanks(pattern).some(({ blank }) => !words[blank] && valuesAt(kindOf(blank), here).some((value) => !isOwn(value))));
  function about(here) {
    const found = formsAt(here);
    held = { about: here };
    if (found.length === 1 || found[0].places) return start(found[0], here);
    show();
    return say(`${name(here)}. What is ordered?`);
  }
  function start(form, here = "") {
    held = { form, text: form.pattern, about: here, line: "", number: 0, few: null };
    if (!here || !fillFrom(here)) return settle();
    return undefined;
  }
  /* Puts a place into the first blank that it fits. Whether there is one. */
  function fillFrom(here) {
    const wanted = asked(held);
    const order = [...blanks(held.text)].sort((a, b) => a.isMore - b.isMore || (b.blank === wanted) - (a.blank === wanted));
    for (const { blank } of order) {
      const values = held.form.words[blank] ? [] : valuesAt(kindOf(blank), here);
      if (values.length === 1) {
        fill(blank, values[0]);
        return true;
      }
      if (values.length) {
        held.few = { blank, values };
        show();
        return true;
      }
    }
    return false;
  }
  function fill(blank, value) {
    const { form, text: before } = held;
    const [gap, more] = before.match(new RegExp(`<(&?)${blank}>`));
    const [head, tail] = [before.slice(0, before.indexOf(gap)), before.slice(before.indexOf(gap) + gap.length)];
    // Whoever goes on with a list has done with what stands before it.
    const text = `${more ? head.replace(/<&[a-z]+\d*>/g, "") + form.joins[blank] : head}${value}${blank in form.joins ? `<&${blank}>` : ""}${tail}`;
    held = { ...held, few: null };
    // A number can be changed as long as its line is in hand.
    if (isNumber(form, blank) && !blanks(text).length) {
      held.number = Number(value);
      return put(text);
    }
    held.text = text;
    return settle();
  }
  /* Asks for the next blank that has more than one answer; a line without open blanks is written. */
  function settle() {
    const due = blanks(held.text).filter(({ isMore }) => !isMore);
    const blank = asked(held);
    if (due.length && !isNumber(held.form, blank)) {
      const found = known(held.form, blank);
      if (found.length === 1) return fill(blank, found[0][0]);
    }
    if (!due.length) return put(held.text);
    if (due.length === 1 && isNumber(held.form, blank)) takeUp();
    show();
    return say(ASKED[kindOf(blank)] ?? held.form.title);
  }
  /* What the sheet has of the line in hand already, but for its number. */
  const likeness = (text) => new RegExp(`^${quoted(text).replace(/<&[a-z]+\d*>/g, "").replace(/<number\d*>/g, "(\\d+)")}$`, "i");
  function takeUp() {
    const like = likeness(held.text);
    const row = lines().find((one_) => like.test(one_.trim()));
    if (row) held = { ...held, line: row, number: Number(like.exec(row.trim())[1]) };
  }
  /* Writes the line in hand in the place of what it was, and keeps it in hand while it can grow. */
  function put(text) {
    const line = text.replace(BLANKS, "").trim();
    const { form, line: was } = held;
    const like = likeness(held.text);
    const rows = lines().filter((row) => !says("NO ORDERS", row));
    const at = rows.findIndex((row) => (was ? row === was : like.test(row.trim())));
    const isNone = form.places && held.number === 0;
    if (isNone) rows.splice(at, at < 0 ? 0 : 1);
    else if (at >= 0) rows[at] = line;
    else {
      while (rows.length && !rows.at(-1).trim()) rows.pop();
      rows.push(line, "");
    }
    sheet.value = rows.join("\n");
    held = blanks(held.text).length ? { ...held, line: isNone ? "" : line } : null;
    changed();
    say(isNone ? "The line was removed from the sheet." : `${line}: written.`);
  }
  function strike(line) {
    sheet.value = lines().filter((row) => row.trim() !== line).join("\n");
    held = null;
    note = `${line} is taken off the sheet.`;
    say(note);
    changed();
  }
  /* The lines of the sheet that have a form: [form, line, what stands in its blanks]. */
  const written = () => lines().filter((row) => !read(row)).flatMap((row) => {
    const form = forms.find(({ fits }) => fits.test(row.trim()));
    return form ? [[form, row.trim(), form.fits.exec(row.trim()).groups ?? {}]] : [];
  });
  const placed = () => written().filter(([form]) => form.places).map(([, , { number, state }]) => [state.toUpperCase(), Number(number)]);
  /* What is known of the place in hand: how it stands, and what influence there would do. */
  function knownOf(here) {
    const [state] = valuesAt("state", here);
    const [power] = valuesAt("power", here).filter((one_) => !isOwn(one_));
    const said = [];
    if (state) said.push([...(desk.states[state] === name(here) ? [] : [desk.states[state]]), desk.stands[state] ?? "no state yet"].join(", "));
    else if (power) said.push([side(power), ...(Object.keys(desk.bonds).length ? [desk.bonds[seat.value.toUpperCase()]?.[power] ?? "at peace with you"] : [])].join(", "));
    if (state && held.form?.places) said.push(...doing(state));
    return said.map(capital).join(". ");
  }
  const total = (rows) => rows.reduce((sum, [, number]) => sum + number, 0);
  const rest = () => (desk.placing[seat.value]?.[0] ?? 0) - total(placed());
  function doing(state) {
    const needed = desk.placing[seat.value]?.[1] ?? {};
    const more = (needed[state] ?? 0) - total(placed().filter(([to]) => to === state.toUpperCase()));
    return [
      ...(state in needed ? [more > 0 ? `${more} more and it follows you` : "with these it follows you, if nothing else changes"] : []),
      rest() < 0 ? `${-rest()} ${desk.influence} more than you have` : `${rest()} ${desk.influence} left`,
    ];
  }
  function formRows() {
    const { about: here, form: chosen } = held;
    const drawn = chosen ? [make("code", { className: "line" }, held.line || held.text.replace(/<&[a-z]+\d*>/g, "").replace(BLANKS, "…"))] : [];
    const rows = [make("div", { className: "title" }, make("b", {}, capital(here ? name(here) : chosen.title)), ...drawn, chip("×", () => putBack(), { className: "btn", "aria-label": "Put it back" }))];
    const said = here && (!chosen || chosen.places) ? knownOf(here) : "";
    if (said) rows.push(make("p", { className: "ask" }, `${said}.`));
    if (here) rows.push(make("div", { className: "verbs", role: "group", "aria-label": "What is ordered" }, ...formsAt(here).map((form) => formChip(form, here, { "aria-pressed": String(form === chosen) }))));
    if (!held.form) return rows;
    const { form } = held;
    const blank = held.few?.blank ?? asked(held);
    const kind = kindOf(blank);
    const all_ = held.few ? held.few.values.map((value) => [value, known(form, blank).find(([one_]) => one_ === value)?.[1] ?? ""]) : known(form, blank);
    const question = held.line && blank && !isNumber(form, blank) ? "One more?" : form.words[blank] ? "" : ASKED[kind] ?? "";
    if (question && !(said && isNumber(form, blank))) rows.push(make("p", { className: "ask" }, question));
    const chips = [];
    if (isNumber(form, blank)) {
      const set = (number) => () => fill(blank, String(number));
      const low = form.places ? 0 : 1;
      chips.push(chip("−", set(Math.max(held.number - 1, low)), { "aria-label": "One less" }), chip("+", set(held.number + 1), { "aria-label": "One more" }));
      chips.push(...all_.map(([value]) => chip(value, set(value), { value, "aria-pressed": String(Number(value) === held.number) })));
    } else if (all_.length <= MOST.listed) {
      chips.push(...all_.map(([value, label]) => chip(label || value, () => fill(blank, value), { value })));
    }
    // The list in which the list stands that may go on.
    for (const { blank: wider, isMore } of blanks(held.text).slice(1)) {
      if (isMore && !blanks(held.text).some((one_) => !one_.isMore)) chips.push(...known(form, wider).map(([value, label]) => chip(label || value, () => fill(wider, value), { value })));
    }
    // Of a whole board nobody reads a list.
    if (blank && (!all_.length || all_.length > MOST.listed)) {
      const field = make("input", { type: "text", list: "known-place", autocomplete: "off", "aria-label": ASKED[kind] ?? form.title, placeholder: kind === "text" ? "" : "point at the map, or write" });
      chips.push(make("form", { onsubmit: (event) => { event.preventDefault(); if (field.value.trim()) fill(blank, field.value.trim()); } }, field, make("button", { className: "btn", type: "submit" }, "Add")));
    }
    if (held.line) chips.push(chip("Remove", () => strike(held.line), { className: "chip quiet" }));
    if (chips.length) rows.push(make("div", { className: "chips" }, ...chips));
    return rows;
  }
  const formChip = (form, here = "", facts = {}) => {
    const button = chip(capital(form.title), () => start(form, here), { ...facts, title: form.means.replace(/\{([a-z]+)\d*\}/g, (whole, slot) => slot.toUpperCase()) });
    if (!isAlone(form)) button.append(make("small", {}, form.example));
    return button;
  };

  const chip = (label, onclick, facts = {}) => make("button", { type: "button", className: "chip", onclick, ...facts }, label);
  function handRows() {
    const order = ordered();
    const first = note ? [make("p", { className: "ask note" }, note)] : [];
    if (!seat.value) return [make("p", { className: "ask" }, "Choose your power, then point at the map.")];
    if (held?.form || held?.about) return [...first, ...formRows()];
    if (!held) return [...first, ...restRows(order)];
    const { offer } = held;
    const rows = [make("div", { className: "title" }, make("b", {}, capital(piece(offer))), chip("×", () => putBack(), { className: "btn", "aria-label": "Put it back" })), ...first];
    if (held.ways) {
      const now = order.get(offer)?.text;
      const ways = held.ways.map((choice, n) => chip(n ? "By convoy" : "By land", () => { const { ways: both } = held; write(choice.text, offer); held = { offer, ways: both }; show(); }, { "aria-pressed": String(choice.text === now), value: choice.text }));
      rows.push(make("p", { className: "ask" }, make("code", { className: "line" }, now ?? "")), make("div", { className: "verbs", role: "group", "aria-label": "How it goes" }, ...ways));
      return rows;
    }
    const verbs = [...new Set(offer.choices.map(verb))];
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
    const here = province(offer.at);
    const others = held.places.length ? [] : formsAt(here);
    if (others.length) rows.push(make("div", { className: "chips" }, ...others.map((form) => formChip(form, here, { className: "chip quiet" }))));
    return rows;
  }
  /* Nothing is in hand: the units, the forms, and the lines that are written. */
  function restRows(order) {
    const own = offers.filter(isMine);
    // Units that the power has come before those that anybody may order.
    own.sort((a, b) => (a.power === "") - (b.power === ""));
    const chips = own.map((offer) => {
      const choice = order.get(offer);
      return chip(offer.unit || offer.at, () => take(offer), { className: `chip unit${choice ? " done" : ""}`, title: piece(offer) });
    });
    chips.forEach((button, n) => button.append(make("small", {}, order.get(own[n])?.rest ?? "…")));
    const things = [...(own.length ? ["one of your units"] : []), ...(desk.forms.length ? [Object.keys(desk.lands).length ? "a land" : "what to order"] : [])];
    const rows = [make("p", { className: "ask" }, things.length ? `Point at ${things.join(" or ")}, on the map or here:` : "Nothing is ordered by pointing in this phase: write on the sheet.")];
    if (chips.length) rows.push(make("div", { className: "chips" }, ...chips));
    const has = written().map(([, line]) => line);
    if (has.length) rows.push(make("div", { className: "chips" }, ...[...new Set(has)].map((line) => chip(line, () => strike(line), { className: "chip done line", "aria-label": `Take ${line} off the sheet` }))));
    if (forms.length) rows.push(make("div", { className: "chips forms", role: "group", "aria-label": "Other orders" }, ...forms.map((form) => formChip(form))));
    return rows;
  }
  // What was in hand when the hand was drawn last.
  let shown = null;
  /* Whoever writes by keys goes on in the hand: at what may follow, or at the next piece. */
  function showHand() {
    const isHere = hand.contains(document.activeElement);
    hand.replaceChildren(...handRows());
    // Not while somebody types: it makes the browser lay out the page.
    if (shown !== held) hand.scrollTop = 0;
    shown = held;
    note = "";
    if (!isHere) return;
    const follows = held?.form || held?.chosen || held?.asked || held?.places?.length ? ".chips button" : ".verbs button, .unit:not(.done)";
    (one(follows, hand) ?? one("button", hand))?.focus({ preventScroll: true });
  }

  // --- all of it

  const send = theatrum.deskSend?.(desk);
  function show() {
    const order = ordered();
    const own = offers.filter((offer) => isMine(offer) && offer.unit && offer.power);
    const done = written();
    const [infs] = desk.placing[seat.value] ?? [0];
    one(".count").textContent = [
      ...(own.length ? [`${own.filter((offer) => order.has(offer)).length} of ${own.length} units`] : []),
      ...(infs ? [`${total(placed())} of ${infs} ${desk.influence}`] : []),
    ].join(", ");
    const strange = seat.value ? lines().map((text, n) => [text, n + 1]).filter(([text]) => canonical(text) && !read(text)) : [];
    const units = strange.filter(([text]) => offers.some((offer) => offer.unit && canonical(text).startsWith(`${offer.unit} `)));
    one(".unread").replaceChildren(...units.map(([text, number]) => make("li", {}, `Line ${number}, `, make("code", {}, text.trim()), ": not among the orders that the map offers. The referee’s program decides.")));
    const css = `pw-${seat.value}`;
    const marks = done.filter(([form]) => form.places).map(([, , { number, state }]) => ({ kind: "count", from: seatOf(state), places: [], css, label: `+${number}` }));
    map.sketch([...[...order.values()].map(({ kind, offer, places }) => ({ kind, from: offer.at, places, css })), ...marks]);
    if (held?.form || held?.about) {
      const kind = held.form ? kindOf(asked(held)) : "";
      const fits = ["state", "power"].includes(kind) ? Object.keys(desk.lands).filter((here) => valuesAt(kind, here).length) : [];
      map.light({ from: held.about, places: fits });
    } else if (held?.verb !== undefined) {
      map.light({ from: held.offer.at, places: targets(), taken: held.places });
    } else map.light({ waiting: offers.filter((offer) => isMine(offer) && offer.power && !order.has(offer)).map((offer) => offer.at) });
    showHand();
    showWishes();
    send?.(seat.value, sheet.value);
    // For scripts that work with the sheet: it may be another now.
    dispatchEvent(new Event("desk"));
  }
  /* Where the unit in hand may be sent next. */
  function targets() {
    const found = held.chosen || held.places.length || held.asked ? open() : held.offer.choices;
    return held.verb ? next(open()) : next(found);
  }
  const seatOf = (state) => Object.keys(desk.lands).find((here) => desk.lands[here].split(" ").includes(state.toUpperCase()) || desk.lands[here].split(" ").includes(state)) ?? "";
  const bring = () => map.bring([held.offer.at, ...held.places, ...targets()]);
  function sit(power) {
    seat.value = power in desk.powers ? power : "";
    sheet.value = texts[seat.value] ?? "";
    held = null;
    show();
    const own = offers.filter((offer) => offer.power === seat.value).map((offer) => offer.at);
    // On a phone the whole map is too small to be pointed at.
    const lands = NARROW.matches ? Object.keys(desk.lands).filter((here) => desk.lands[here].split(" ").includes(seat.value.toUpperCase())) : [];
    map.frame(own.length ? own : lands);
  }
  theatrum.desk = { data: desk, texts, sheet, seat, ordersOf };
  const map = theatrum.deskMap(figure, { at: desk.at, scale: desk.scale, point });
  seat.addEventListener("change", () => {
    if (seat.value) keep(PLAYS, seat.value);
    sit(seat.value);
  });
  sheet.addEventListener("input", changed);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && held) putBack();
  });
  if (forms.length) one(".desk").append(make("datalist", { id: "known-place" }, ...Object.entries({ ...desk.names, ...desk.states }).map(([value, text]) => make("option", { value }, text))));
  sit(kept(PLAYS) ?? "");
})();
