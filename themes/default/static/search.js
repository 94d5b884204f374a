/* The search: a dialog that leads to any page by its name. Loaded when somebody first asks for it;
   its index comes in parts, as scripts, so that it also works from the disk and offline. */
(() => {
  "use strict";
  const { one, make, load, given, home } = theatrum;
  const LEAST = 3;
  const SHOWN = 90;
  const MOST_OF_A_KIND = 8;
  // Points from which the name of a thing counts as meant, and what a word that narrows it adds.
  const SURE = 8;
  const NARROWED = 4;
  // What a page of the game in which somebody searches is worth beyond others of the same name.
  const OWN_PAGE = 3.5;
  const KINDS = {
    game: "Games", page: "Pages", phase: "Phases", power: "Powers", state: "States",
    province: "Provinces", rule: "Rules", ruling: "Rulings", press: "Press", text: "Texts",
  };
  const LETTERS = { "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i" };
  const ACCENTS = /\p{M}/gu;
  // The folder below the root in which this page lies: a game's, mostly.
  const here = location.href.startsWith(home) ? location.href.slice(home.length).split("/")[0] : "";

  let index = null;
  let results = [];
  let chosen = -1;
  let isFull = false;

  const field = make("input", {
    type: "search", id: "search-field", role: "combobox", "aria-expanded": "false",
    "aria-controls": "search-found", "aria-autocomplete": "list", autocomplete: "off", spellcheck: false,
    placeholder: "A phase, a state, a province, a rule …",
  });
  const box = make("div", { id: "search-found", role: "listbox", "aria-label": "Found", hidden: true });
  const status = make("p", { className: "status", role: "status" });
  const dialog = make(
    "dialog",
    { className: "search", "aria-label": "Search" },
    make(
      "div",
      { className: "ask" },
      make("label", { className: "vh", htmlFor: "search-field" }, "Search for a page by its name"),
      field,
      make("button", { type: "button", className: "btn", onclick: () => dialog.close() }, "Close"),
    ),
    box,
    status,
    make("p", { className: "hint" }, ...["↑", "↓"].map((key) => make("kbd", {}, key)), " choose, ",
      make("kbd", {}, "Enter"), " opens, ", make("kbd", {}, "Esc"), " closes"),
  );
  document.body.append(dialog);

  theatrum.search = async () => {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
    if (!index) {
      status.textContent = "Reading the index …";
      index = await readIndex();
    }
    find();
  };

  async function readIndex() {
    await load(`${home}search-site.js`);
    const site = given.search.find((part) => part.parts);
    isFull = site.full && location.protocol.startsWith("http");
    // A part that is missing takes nothing from the others.
    await Promise.all(site.parts.map((part) => load(home + part).catch(() => {})));
    return given.search.flatMap(({ base, title, groups, ...more }) => Object.entries(groups).flatMap(
      ([kind, rows]) => rows.map(([name, address, also = ""]) => ({
        kind,
        base,
        path: address,
        size: wordsOf(name).length,
        more,
        name,
        also,
        where: title,
        address: addressOf(base + address),
        words: wordsOf(`${name} ${also}`),
        about: wordsOf(title),
        isHere: Boolean(base) && base === `${here}/`,
      })),
    ));
  }

  function addressOf(path) {
    const [file, anchor] = path.split("#");
    const whole = `${home}${file}${file === "" || file.endsWith("/") ? "index.html" : ""}`;
    return anchor ? `${whole}#${anchor}` : whole;
  }

  function fold(text) {
    return text.toLowerCase().normalize("NFD").replace(ACCENTS, "").replace(/[ßøłđæœı]/g, (letter) => LETTERS[letter]);
  }
  function wordsOf(text) {
    return fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  }

  /* How well a typed piece fits a word: whole, its beginning, within, or with a slip or two. */
  function fit(piece, word) {
    if (word === piece) return 10;
    if (word.startsWith(piece)) return 8 - Math.min(3, (word.length - piece.length) / 4);
    if (piece.length >= LEAST && word.includes(piece)) return 4;
    const slips = piece.length < 4 || /\d/.test(piece) ? 0 : piece.length < 8 ? 1 : 2;
    if (!slips || word.length < piece.length - slips) return 0;
    const found = slipsBetween(piece, word, slips);
    return found <= slips ? 3 - found : 0;
  }

  /* Letters to change, add, drop or swap until the piece begins the word; more than `most` is more. */
  function slipsBetween(piece, word, most) {
    const end = Math.min(word.length, piece.length + most);
    let older = [];
    let old = Array.from({ length: end + 1 }, (_, column) => column);
    for (let row = 1; row <= piece.length; row += 1) {
      const now = [row];
      for (let column = 1; column <= end; column += 1) {
        const same = piece[row - 1] === word[column - 1];
        now[column] = Math.min(old[column] + 1, now[column - 1] + 1, old[column - 1] + (same ? 0 : 1));
        if (row > 1 && column > 1 && piece[row - 1] === word[column - 2] && piece[row - 2] === word[column - 1]) {
          now[column] = Math.min(now[column], older[column - 2] + 1);
        }
      }
      if (Math.min(...now) > most) return most + 1;
      [older, old] = [old, now];
    }
    return Math.min(...old.slice(Math.max(piece.length - most, 1)));
  }

  /* A thing with a word that narrows it: "scores 1640", "saxony influence", "bohemia 1623". */
  function* narrowed(pieces) {
    if (pieces.length < 2) return;
    for (const [at, piece] of pieces.entries()) {
      const rest = pieces.filter((_, other) => other !== at);
      for (const entry of index) {
        const ways = waysOf(entry, piece);
        const points = ways.length ? score(entry, rest, rest.join(" ")) : 0;
        if (points < SURE) continue;
        for (const [said, path] of ways) {
          yield { points: points + NARROWED, entry: { ...entry, name: `${entry.name}: ${said}`, address: addressOf(entry.base + path) } };
        }
      }
    }
  }

  function waysOf({ kind, path, more: { years, yearly = [], parts_of: parts = {} } }, piece) {
    if (/^\d+$/.test(piece)) {
      if (!years?.includes(Number(piece))) return [];
      if (kind === "page" && yearly.includes(path)) return [[piece, `${path}${piece}/`]];
      if (kind === "power") return [[piece, `${path}#y${piece}`]];
      const slug = path.split("/")[1];
      return kind === "state" && yearly.includes("influence/") ? [[piece, `influence/${piece}/#${slug}`]] : [];
    }
    if (piece.length < LEAST) return [];
    const found = (parts[kind] ?? []).filter(([words]) => words.split(" ").some((word) => word.startsWith(piece)));
    return found.slice(0, 1).map(([words, more]) => [words, path + more]);
  }

  function score(entry, pieces, whole) {
    let sum = 0;
    for (const piece of pieces) {
      const best = Math.max(0, ...entry.words.map((word) => fit(piece, word)));
      // The name of its game may be typed too, but does not make a page what is looked for.
      const about = best ? 0 : Math.max(0, ...entry.about.map((word) => fit(piece, word))) / 4;
      if (!best && !about) return 0;
      sum += best + about;
    }
    if (fold(entry.name) === whole) sum += 6;
    else if (fold(entry.name).startsWith(whole) || fold(entry.also).split(" ")[0] === whole) sum += 3;
    // A name of one word says more than one that also has the word.
    const share = Math.min(1, pieces.length / entry.size);
    return sum / pieces.length + share + (entry.isHere ? 1.5 : 0) + (entry.kind === "page" && entry.isHere ? OWN_PAGE : 0);
  }

  function find() {
    const whole = fold(field.value).trim();
    const pieces = wordsOf(field.value);
    if (!pieces.length) {
      show(index.filter((entry) => entry.kind === "game" || (entry.isHere && entry.kind === "page")), "");
      return;
    }
    const all = [...narrowed(pieces)];
    const own = all.filter(({ entry }) => entry.isHere);
    const found = [...index.map((entry) => ({ entry, points: score(entry, pieces, whole) })), ...(own.length ? own : all)]
      .filter(({ points }) => points > 0)
      .sort((one, two) => two.points - one.points);
    const rows = [];
    const counts = {};
    for (const { entry } of found) {
      counts[entry.kind] = (counts[entry.kind] ?? 0) + 1;
      if (counts[entry.kind] <= MOST_OF_A_KIND) rows.push(entry);
    }
    const said = found.length === 1 ? "1 page" : `${found.length} pages`;
    show(rows, found.length ? (rows.length < found.length ? `${said}, the best ${rows.length} are shown` : said) : "No page has that name.");
  }

  // Groups stand in the order of their best entry.
  function show(rows, said) {
    const kinds = [...new Set(rows.map((entry) => entry.kind))];
    results = kinds.flatMap((kind) => rows.filter((entry) => entry.kind === kind));
    if (isFull && field.value.trim() && !rows.some((entry) => entry.kind === "text")) {
      results.push({ kind: "text", name: `Search all texts for “${field.value.trim()}”`, where: "", act: searchTexts });
      kinds.push("text");
    }
    box.replaceChildren(...kinds.map((kind) => make(
      "div",
      { role: "group", "aria-labelledby": `kind-${kind}` },
      make("div", { id: `kind-${kind}`, className: "kind", role: "presentation" }, KINDS[kind] ?? kind),
      ...results.filter((entry) => entry.kind === kind).map(option),
    )));
    box.hidden = !results.length;
    field.setAttribute("aria-expanded", String(results.length > 0));
    status.textContent = said;
    choose(results.length && field.value.trim() ? 0 : -1);
    box.scrollTop = 0;
  }

  function option(entry) {
    const made = make("div", { role: "option", id: `found-${results.indexOf(entry)}`, "aria-selected": "false" },
      make("span", { className: "name" }, entry.name));
    const also = ["province", "rule", "ruling"].includes(entry.kind) ? entry.also : "";
    const beside = [also.length > SHOWN ? `${also.slice(0, SHOWN)} …` : also, entry.where].filter(Boolean);
    if (beside.length) made.append(" ", make("span", { className: "where" }, beside.join(" · ")));
    if (entry.text) made.append(make("span", { className: "excerpt" }, entry.text));
    made.addEventListener("click", (event) => open(entry, event.ctrlKey || event.metaKey));
    made.addEventListener("pointermove", () => choose(results.indexOf(entry), false));
    return made;
  }

  function choose(number, isKey = true) {
    chosen = number;
    for (const made of box.querySelectorAll("[role=option]")) {
      const isChosen = made.id === `found-${number}`;
      made.setAttribute("aria-selected", String(isChosen));
      if (isChosen && isKey) made.scrollIntoView({ block: "nearest" });
    }
    if (number < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `found-${number}`);
  }

  function open(entry, isApart) {
    if (entry.act) return entry.act();
    if (isApart) return self.open(entry.address);
    dialog.close();
    location.href = entry.address;
    return undefined;
  }

  // The index of all texts is another program's, made when the site is published.
  async function searchTexts() {
    status.textContent = "Reading all texts …";
    try {
      const asked = field.value;
      const program = await import(`${home}pagefind/pagefind.js`);
      const { results: hits } = await program.search(asked);
      const pages = await Promise.all(hits.slice(0, 12).map((hit) => hit.data()));
      if (field.value !== asked) return;
      show(pages.map((page) => ({
        kind: "text",
        name: page.meta.title ?? page.url,
        where: "",
        text: new DOMParser().parseFromString(page.excerpt, "text/html").body.textContent,
        address: page.url,
      })), pages.length ? `${hits.length} pages match` : "No text matches.");
    } catch {
      status.textContent = "The full-text index cannot be read.";
    }
  }

  field.addEventListener("input", () => { if (index) find(); });
  field.addEventListener("keydown", (event) => {
    // The browser would only empty the field, and close the dialog the second time.
    if (event.key === "Escape") dialog.close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length) {
      choose(chosen < 0 && step < 0 ? results.length - 1 : (chosen + step + results.length) % results.length);
    } else if (event.key === "Enter" && results[chosen]) {
      open(results[chosen], event.ctrlKey || event.metaKey);
    } else if (event.key !== "Escape") {
      return;
    }
    event.preventDefault();
  });
  // A click beside the dialog closes it.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
})();
