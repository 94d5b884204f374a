/* What every page shares: theme, tabs, tables, the way to the search, and loading of data.
   Adds to pages that are complete without it. Other scripts find what they need in `theatrum`. */
(() => {
  "use strict";
  const page = document;
  const root = page.documentElement;
  const one = (query, within = page) => within.querySelector(query);
  const all = (query, within = page) => [...within.querySelectorAll(query)];
  // The site's root, from where this very file came: the site may lie in any folder.
  const home = new URL(".", page.currentScript.src).href;
  root.classList.add("js");

  /* An element with attributes and what is in it. Texts stay texts: nothing is read as HTML. */
  const make = (name, facts = {}, ...inside) => {
    const made = page.createElement(name);
    for (const [key, value] of Object.entries(facts)) {
      if (key in made && key !== "list") made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...inside);
    return made;
  };

  const kept = (name) => {
    try { return localStorage.getItem(name); } catch { return null; }
  };
  const keep = (name, value) => {
    try { localStorage.setItem(name, value); } catch { /* private window */ }
  };

  // Data come as scripts, since a page from the disk may fetch nothing: each file calls `data`.
  const given = {};
  const data = (name, value) => { (given[name] ??= []).push(value); };
  const asked = new Map();
  const ask = (address, name, facts) => {
    const whole = new URL(address, page.baseURI).href;
    if (!asked.has(whole)) {
      asked.set(whole, new Promise((onload, onerror) => {
        page.head.append(make(name, { ...facts(whole), onload, onerror }));
      }));
    }
    return asked.get(whole);
  };
  /* A script or a style sheet that is not needed by all pages; a promise that it is there. */
  const load = (address) => ask(address, "script", (src) => ({ src }));
  const style = (address) => ask(address, "link", (href) => ({ rel: "stylesheet", href }));

  /* Where the map of a phase stands, from the address of its page within its game: "1901/spring/". */
  const mapOf = (address) => {
    const [year, phase] = address.split("/");
    const first = year - year % 4;
    return `maps/${first}-${first + 3}.svg#${year}-${phase}`;
  };

  /* Whether a key belongs to a field or to the browser, so that no page may take it. */
  const isTaken = (event) => event.ctrlKey || event.metaKey || event.altKey || event.isComposing
    || event.defaultPrevented || event.target.closest?.("input, select, textarea, dialog, [contenteditable]");

  // Letters that the fonts of all pages lack, as in "Łódź".
  const RARE = /[¡-¦¨-ª¬-¶¸-º¼-ÃÅ-ÈÊ-ÕØ-ÛÝÞĀ-ſȘ-țˆ˜‰⁄⁰-₉€№∕≈≠≤≥]/;

  self.theatrum = { one, all, make, keep, kept, data, given, load, style, mapOf, isTaken, home };

  // The address to share ends with the folder; the file's name is only needed without a server.
  if (location.protocol.startsWith("http") && location.pathname.endsWith("/index.html")) {
    const short = location.pathname.slice(0, -"index.html".length);
    history.replaceState(null, "", short + location.search + location.hash);
  }

  if (RARE.test(page.body.textContent)) style(`${home}rare.css`);
  switchTheme();
  offerContrast();
  offerSearch();
  sayLocalTime();
  putOwnFirst();
  all("table.sort").forEach(makeSortable);
  all("[data-filter]").forEach(makeFilter);
  hintAtScrolling();
  // What measures the page waits until it is laid out anyway: a phone would do that work twice.
  requestAnimationFrame(() => {
    showCurrentTab();
    for (const box of all(".scroll[data-end]")) box.scrollLeft = box.scrollWidth;
  });
  openFolds();

  function switchTheme() {
    const isDark = () => root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    for (const button of all(".theme-switch")) {
      const say = () => {
        button.setAttribute("aria-pressed", String(isDark()));
        button.textContent = isDark() ? button.dataset.day : button.dataset.night;
      };
      say();
      button.addEventListener("click", () => {
        root.dataset.theme = isDark() ? "light" : "dark";
        keep("theme", root.dataset.theme);
        say();
      });
    }
  }

  // High contrast and patterns: their script is there if the reader has chosen them before.
  function offerContrast() {
    for (const button of all(".eyes-open")) {
      button.addEventListener("click", async () => {
        if (!self.eyes) await Promise.all([style(`${home}eyes.css`), load(`${home}eyes.js`)]);
        eyes.open(button);
      });
    }
  }

  // Folded orders open for whoever follows a link to one of them, and for the printer.
  function openFolds() {
    const folds = all("details.fold");
    const show = () => {
      const row = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
      const fold = row && row.closest("details.fold");
      if (fold && !fold.open) {
        fold.open = true;
        row.scrollIntoView();
      }
    };
    addEventListener("hashchange", show);
    addEventListener("beforeprint", () => folds.forEach((fold) => { fold.open = true; }));
    show();
  }

  // A table or a chart that goes on beyond an edge says so there: its style fades it out.
  function hintAtScrolling() {
    const say = (box) => {
      const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
      const beyond = [box.scrollLeft > 2 && "left", rest > 2 && "right"].filter(Boolean).join(" ");
      if (beyond) box.dataset.beyond = beyond;
      else delete box.dataset.beyond;
    };
    const sizes = new ResizeObserver((changed) => changed.forEach((one) => say(one.target)));
    for (const box of all(".scroll")) {
      sizes.observe(box);
      box.addEventListener("scroll", () => say(box), { passive: true });
    }
  }

  // The search itself is only loaded when somebody wants it: by a button, or by the key /.
  function offerSearch() {
    const bar = one(".mast .wrap");
    if (!bar) return;
    let button = one(".search-open", bar);
    if (!button) {
      button = make("button", { type: "button", className: "btn search-open" }, "Search");
      bar.insertBefore(button, one(".eyes-open", bar));
    }
    button.setAttribute("aria-keyshortcuts", "/");
    button.setAttribute("aria-haspopup", "dialog");
    const open = async () => {
      await Promise.all([style(`${home}search.css`), load(`${home}search.js`)]);
      theatrum.search();
    };
    button.addEventListener("click", open);
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || isTaken(event)) return;
      event.preventDefault();
      open();
    });
  }

  // On a phone the current tab may be out of sight.
  function showCurrentTab() {
    for (const bar of all(".gnav > div")) {
      const tab = one("[aria-current]", bar);
      if (tab) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - 60;
    }
  }

  // The reader's own time stands before the referee's.
  function sayLocalTime() {
    for (const line of all("[data-due]")) {
      const when = new Date(line.dataset.due);
      const day = when.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
      const hour = when.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
      line.textContent = `${day.replace(/^(\p{L}+) /u, "$1, ")}, ${hour}`;
    }
  }

  // The head has shown the rows of the reader's power first; now they are first for all readers.
  function putOwnFirst() {
    const { own } = root.dataset;
    if (!own) return;
    for (const row of all(`tbody:has(> #pw-${own})`)) row.parentElement.tHead?.after(row);
    for (const item of all(`:is(.duties, .sheets) > [data-power="${own}"]`)) {
      item.parentElement.prepend(item);
      if (item.localName === "details") item.open = true;
    }
    for (const name of all(`.standing th > .pw-${own}`)) name.closest("tr").classList.add("own");
  }

  function makeSortable(table) {
    for (const head of all("thead th[data-sort]", table)) {
      const button = make("button", { type: "button" }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sortBy(table, head));
    }
  }

  function sortBy(table, head) {
    const numeric = head.dataset.sort === "num";
    const now = head.getAttribute("aria-sort");
    const up = now ? now === "descending" : !numeric;
    all("th", table).forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const value = (row) => {
      const cell = row.cells[head.cellIndex];
      const said = cell.dataset.value ?? cell.textContent.trim();
      return numeric ? Number(said.replace("−", "-")) || 0 : said;
    };
    const order = (a, b) => numeric ? value(a) - value(b) : value(a).localeCompare(value(b));
    const body = table.tBodies[0];
    [...body.rows].sort((a, b) => (up ? order(a, b) : order(b, a))).forEach((row) => body.append(row));
  }

  // Hides the rows that do not hold every word; the heading of a group counts as part of its rows.
  function makeFilter(input) {
    const table = page.getElementById(input.dataset.filter);
    const count = one(`[data-count="${input.dataset.filter}"]`);
    const none = one("tbody.none", table);
    const results = one(`[data-results="${input.dataset.filter}"]`);
    // A result has more words than the one in the table: those of the option, by its class.
    const saidOf = Object.fromEntries(all("[data-words]", results ?? input).map((each) => [`vd-${each.value}`, each.dataset.words]));
    const wordsOf = (row) => [...one(".vd", row)?.classList ?? []].map((name) => saidOf[name] ?? "").join(" ");
    const isOf = (row, result) => !result || one(`.vd-${result}`, row) || (result === "failed" && wordsOf(row).includes(result));
    results?.addEventListener("change", filter);
    input.addEventListener("input", filter);
    function filter() {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const group of all("tbody:not(.none)", table)) {
        const heading = one("tr.grp", group);
        const name = (heading && (one(".pw", heading) ?? heading).textContent) ?? "";
        let any = false;
        for (const row of all("tr:not(.grp)", group)) {
          const fold = one("details", row);
          const said = fold ? `${saidOf["vd-ok"] ?? ""} succeeds` : `${wordsOf(row)} ${all("td:not(.all)", row).map((cell) => cell.textContent).join(" ")}`;
          const is = fold ? !results?.value || results.value === "ok" : isOf(row, results?.value);
          // Orders that share a row are found one by one.
          const orders = all("td [id]", row);
          for (const order of orders.length ? orders : [row]) {
            const text = `${name} ${order.textContent} ${said}`.toLowerCase();
            order.hidden = !(words.every((word) => text.includes(word)) && is);
            shown += order.hidden ? 0 : 1;
          }
          if (orders.length) row.hidden = orders.every((order) => order.hidden);
          if (fold) fold.open = Boolean(words.length);
          any ||= !row.hidden;
        }
        group.hidden = !any;
      }
      if (none) none.hidden = shown > 0;
      if (count) count.textContent = words.length || results?.value ? `${shown} shown` : "";
    }
  }
})();
