/* Reading and trying at the desk: passes sheets to the program in the worker, and shows its answers.
   The program is started by the reader's own button, and by nothing else. Whatever comes back is text,
   and is put into the page as text; a map is taken apart first. */
(() => {
  "use strict";
  const { one, all, make, keep, kept } = theatrum;
  const box = one(".judge");
  if (!box?.dataset.worker) return;
  const [sheet, seat] = ["#sheet", "#seat"].map((query) => one(query));
  // The desk is there from the beginning, or once the program has drawn a phase of the past.
  const data = () => theatrum.desk.data;
  const texts = () => theatrum.desk.texts;
  const [note, waking, complaints, trying, tried] = [".wake-note", ".waking", ".complaints", ".trying", ".tried"].map((query) => one(query));
  const TRIES = 200;
  // Milliseconds for one answer, of which the first waits for all of the program on a slow network. A
  // browser that is short of memory ends a worker without a word.
  const WAIT = 300_000;
  const say = (text) => { one("#said").textContent = text; };
  const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const known = () => theatrum.given.position?.at(-1);
  const name = (power) => known()?.powers[power] ?? theatrum.desk?.data.powers[power] ?? power;

  // --- the worker: messages with numbers, each with its answer

  let worker = null;
  let gone = "";
  let number = 0;
  const waiting = new Map();
  const lost = (why) => {
    worker?.terminate();
    worker = null;
    gone = why;
    waiting.forEach(({ reject, late }) => { clearTimeout(late); reject(new Error(why)); });
    waiting.clear();
  };
  const ask = (message) => new Promise((resolve, reject) => {
    if (!worker) throw new Error(gone);
    number += 1;
    waiting.set(number, { resolve, reject, late: setTimeout(() => lost("it took too long"), WAIT) });
    worker.postMessage({ id: number, ...message });
  }).then((answer) => {
    const wrong = answer.failed ?? answer.refused;
    if (wrong !== undefined) throw new Error(wrong);
    return answer;
  });
  const STAGES = { ask: "asking for it", load: "loading", start: "starting", unpack: "unpacking", import: "almost there" };
  const open = () => {
    worker = new Worker(box.dataset.worker, { type: "module" });
    worker.onmessage = ({ data: { id, ...answer } }) => {
      if (answer.stage) {
        one("progress", waking).value = answer.share;
        one("span", waking).textContent = STAGES[answer.stage];
        return;
      }
      if (answer.files) {
        keepOffline(answer.files);
        return;
      }
      clearTimeout(waiting.get(id)?.late);
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      lost(event.message || "it could not be loaded");
    };
    worker.postMessage({ ask: "wake", ruleset: box.dataset.ruleset });
  };

  let awake = null;
  /* Gives the program the position, with what the reader's own sheet of secrets says of it. */
  function boot() {
    const { ruleset, title, state, rulings = [] } = known();
    return ask({ ask: "boot", ruleset, title, state, rulings, secret: theatrum.desk?.secret ?? {} });
  }
  /* What the program says of the position, once it has been started. */
  async function wake() {
    if (location.protocol === "file:") throw new Error("a browser starts it only on pages that come from a server, not from a file");
    // It loads all that it needs meanwhile.
    open();
    if (!known()) await theatrum.load("position.js");
    return boot();
  }
  /* From now on the page works without the network, too: the browser keeps what was loaded. It does so
     once the program is awake, so that nobody waits for it; without it all else works. */
  function keepOffline(files) {
    navigator.serviceWorker?.register(box.dataset.offline).then(() => navigator.serviceWorker.ready).then(({ active }) => {
      const own = performance.getEntriesByType("resource").map((entry) => entry.name);
      active.postMessage({ keep: [location.href.split("#")[0], ...own, ...files].filter((url) => url.startsWith(theatrum.home)) });
    }).catch(() => { /* a private window */ });
  }
  async function start() {
    one("#wake").hidden = true;
    waking.hidden = false;
    one(".desk").classList.add("begun");
    try {
      awake = await wake();
      if (theatrum.sitDown) {
        await theatrum.sitDown(await ask({ ask: "position" }));
        readDrafts();
      }
      note.textContent = "The program reads your orders as you write them. Nothing leaves your browser.";
      trying.hidden = false;
      showOthers();
      read();
      say("It is ready.");
    } catch (error) {
      lost("");
      one(".desk").classList.remove("begun");
      one("#wake").hidden = false;
      note.textContent = `It could not be started: ${error.message}. Your sheet is as it was: write, copy and send it as ever.`;
      say(note.textContent);
    }
    waking.hidden = true;
  }

  // --- reading: what the program says of the sheet, as it would stand in the receipt

  let reading = null;
  let isReading = false;
  /* One question at a time: of what is written meanwhile, only the last is asked. */
  async function read() {
    reading ??= theatrum.deskReading({ sheet, mirror: one(".mirror"), said: complaints, rules: box.dataset.rules });
    if (!awake || !seat.value) return reading.clear();
    if (isReading) return undefined;
    isReading = true;
    try {
      for (let asked = ""; asked !== `${seat.value} ${sheet.value}`;) {
        asked = `${seat.value} ${sheet.value}`;
        const answer = await ask({ ask: "read", power: seat.value, text: theatrum.desk.ordersOf(sheet.value) });
        if (asked === `${seat.value} ${sheet.value}`) reading.show(answer);
        if (!seat.value) reading.clear();
      }
    } catch (error) {
      failed(error);
    } finally {
      isReading = false;
    }
    return undefined;
  }
  function failed(error) {
    if (!worker) {
      awake = null;
      trying.hidden = true;
      one("#wake").hidden = false;
      one(".desk").classList.remove("begun");
    }
    const said = `The program says: ${error.message}`;
    complaints.replaceChildren(make("li", { className: "error" }, said));
    say(said);
  }

  // --- the others: what the reader supposes that they order

  const isPast = () => Boolean(known()?.texts);
  const supposed = new Map();
  const typed = new Map();
  function ways(power) {
    const { texts: was, last, when } = known();
    return [
      ...(was ? [["sheet", "as on their sheets"]] : []),
      ...(awake.players ? [["program", "a program writes"]] : []),
      ["none", "no orders"],
      ...(last?.[power] !== undefined ? [["last", `as in ${when}`]] : []),
      ["typed", "what I write"],
    ];
  }
  const chosen = (power) => {
    const own = ways(power).map(([way]) => way);
    return own.includes(supposed.get(power)) ? supposed.get(power) : own[0];
  };
  function showOthers() {
    const others = awake.awaits.filter((power) => power !== seat.value);
    const choice = (value, label, options, onchange) => make("label", {}, `${label} `, make("select", { autocomplete: "off", onchange }, ...options.map(([way, text]) => make("option", { value: way, selected: way === value }, text))));
    const whole = new Map(others.flatMap(ways));
    const every = choice("", "All others", [["", "each as below"], ...[...whole].filter(([way]) => way !== "typed")], ({ target }) => {
      if (target.value) each.forEach(({ power, set }) => { supposed.set(power, target.value); set(); });
    });
    const each = others.map((power) => {
      const field = make("textarea", { rows: 3, spellcheck: false, value: typed.get(power) ?? "", "aria-label": `Orders of ${name(power)}`, oninput: () => typed.set(power, field.value) });
      const label = choice(chosen(power), name(power), ways(power), ({ target }) => {
        supposed.set(power, target.value);
        one("select", every).value = "";
        set();
      });
      const set = () => {
        one("select", label).value = chosen(power);
        field.hidden = chosen(power) !== "typed";
      };
      set();
      return { power, set, line: make("div", { className: "other" }, label, field) };
    });
    one(".others").replaceChildren(
      make("p", { className: "sm" }, isPast() ? "Choose a power above, and change its orders. The others order what they did, unless you say otherwise." : "No one knows the other powers’ orders yet. Assume something:"),
      every,
      make("details", {}, make("summary", {}, `Each of ${plural(others.length, "other power")}`), ...each.map(({ line }) => line)),
    );
  }
  /* The message that tries the sheet, or another one in its place. */
  function trial(own = sheet.value) {
    const message = { texts: {}, players: [], reader: seat.value };
    for (const power of awake.awaits) {
      const way = power === seat.value ? "own" : chosen(power);
      if (way === "program") message.players.push(power);
      if (way === "own") message.texts[power] = theatrum.desk.ordersOf(own);
      if (way === "sheet") message.texts[power] = texts()[power] ?? known().texts[power] ?? "";
      if (way === "last") message.texts[power] = known().last[power];
      if (way === "typed") message.texts[power] = typed.get(power) ?? "";
    }
    return message;
  }

  // --- what came of it

  const verdict = ({ word, css }) => make("span", { className: `vd vd-${css}` }, word);
  const row = (cells, facts = {}) => make("tr", facts, ...cells.map((cell) => (cell instanceof Element && cell.matches("td, th") ? cell : make("td", {}, ...[cell].flat()))));
  const table = (heads, rows, caption) => make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": caption }, make("table", {}, make("thead", {}, row(heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...rows)));
  const section = (title, ...inside) => make("section", {}, make("h3", {}, title), ...inside);
  const WORST = ["illegal", "dislodged", "disrupted", "bounce", "cut", "void", "excess", "success"];

  function picture(svg) {
    const drawn = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
    all("script, foreignObject", drawn).forEach((part) => part.remove());
    // Ids are those of the map above. What is drawn by them is found there: a second one of the same id
    // would make the browser draw every unit of both maps anew.
    const above = one(".desk .board");
    all("[id]", drawn).forEach((part) => {
      if (/^[pou]-|^o\d/.test(part.id) || above?.querySelector(`#${CSS.escape(part.id)}`)) part.removeAttribute("id");
    });
    const whole = drawn.getAttribute("viewBox");
    const near = (!isPast() && one(".desk .board")?.getAttribute("viewBox")) || whole;
    const button = make("button", { type: "button", className: "btn", hidden: near === whole, onclick: () => {
      const isWhole = drawn.getAttribute("viewBox") === whole;
      drawn.setAttribute("viewBox", isWhole ? near : whole);
      button.textContent = isWhole ? "Whole map" : "As above";
    } }, "Whole map");
    drawn.setAttribute("viewBox", near);
    return make("figure", { className: "after" }, drawn, button);
  }
  function orders(found) {
    const powers = [...new Set([seat.value, ...found.map((one_) => one_.power)])].filter((power) => found.some((one_) => one_.power === power));
    return powers.map((power) => {
      const own = found.filter((one_) => one_.power === power);
      own.sort((a, b) => WORST.indexOf(a.outcome) - WORST.indexOf(b.outcome));
      const rows = own.map((one_) => row([
        make("th", { scope: "row" }, make("code", {}, one_.order), one_.note && make("small", {}, ` ${one_.note}`)),
        verdict(one_),
        [...one_.reasons.map(([rule, text]) => make("div", {}, text, " ", reading.rule(rule))), one_.remedy && make("div", { className: "remedy" }, one_.remedy)],
      ]));
      return make("details", { open: power === seat.value, className: `pw-${power}` }, make("summary", {}, `${name(power)}: ${plural(own.length, "order")}`), table(["Order", "Result", "Why"], rows, `Orders of ${name(power)}`));
    });
  }
  function standings(counts) {
    const lines = counts.map(([label, before, after]) => {
      const moved = Object.keys(after).filter((power) => (before[power] ?? 0) !== after[power]);
      const said = moved.map((power) => `${name(power)} ${before[power] ?? 0} → ${after[power]}`).join(", ");
      return make("li", {}, make("b", {}, `${label}: `), said || "as before");
    });
    return section("Standings after it", make("ul", {}, ...lines));
  }
  const listed = (answer) => answer.verdicts.map((one_) => [one_.power, one_.order, one_.word, one_.css]);
  /* Orders that fare otherwise in one list than in the other, side by side. */
  function differences(first, second, heads) {
    const key = ([power, order]) => `${power} ${order}`;
    const [left, right] = [first, second].map((list) => new Map(list.map((one_) => [key(one_), one_])));
    const cell = (one_) => (one_ ? verdict({ word: one_[2], css: one_[3] }) : make("span", { className: "sm" }, "not ordered"));
    const rows = [...new Map([...left, ...right]).entries()].filter(([id]) => left.get(id)?.[2] !== right.get(id)?.[2])
      .map(([id, [power, order]]) => row([make("th", { scope: "row" }, name(power)), make("code", {}, order), cell(left.get(id)), cell(right.get(id))]));
    return rows.length ? table(["Power", "Order", ...heads], rows, "What differs") : make("p", {}, "Every order fares the same.");
  }
  function show(title, ...inside) {
    tried.hidden = false;
    tried.replaceChildren(make("h2", {}, title), ...inside.flat().filter(Boolean));
    tried.focus({ preventScroll: true });
    tried.scrollIntoView({ block: "start" });
  }
  const chance = (answer) => answer.draws > 0 && make("p", { className: "chance" }, `Chance decides here: lots are drawn (${answer.draws}). The seed of the game is secret, so this is only one possible outcome.`);
  async function busy(button, work) {
    button.disabled = true;
    try { await work(); } catch (error) { failed(error); }
    button.disabled = false;
  }
  const attempt = () => busy(one("#attempt"), async () => {
    const answer = await ask({ ask: "attempt", draw: true, ...trial() });
    one("#odds").hidden = !answer.draws;
    const past = known().happened;
    show(isPast() ? "What would have come of it" : "A trial run: nothing here counts",
      make("p", {}, answer.summary.join(" ")), chance(answer),
      answer.ending && make("p", {}, make("b", {}, answer.ending)),
      past && section("Side by side", differences(past, listed(answer), ["What happened", "What would have"])),
      past ? make("div", { className: "pair" }, section("What happened", make("figure", { className: "after" }, one(".still img").cloneNode())), section("What would have", picture(answer.svg))) : picture(answer.svg),
      section("Orders", ...orders(answer.verdicts)),
      answer.events.length > 0 && make("details", {}, make("summary", {}, `What happens: ${plural(answer.events.length, "event")}`), make("ul", {}, ...answer.events.map(([, , text]) => make("li", {}, text)))),
      standings(answer.standings),
      make("p", { className: "sm" }, `Next would be: ${answer.next}. This is what this page can know: it sees no secrets, and not what others order.`));
    say(`Tried: ${answer.summary.join(" ")}`);
  });
  const odds = () => busy(one("#odds"), async () => {
    const answer = await ask({ ask: "odds", tries: TRIES, ...trial() });
    const open_ = answer.orders.filter(([, , outcomes]) => Object.keys(outcomes).length > 1 || Object.values(outcomes)[0] < answer.tries);
    const rows = open_.map(([power, order, outcomes]) => row([make("th", { scope: "row" }, name(power)), make("code", {}, order),
      Object.entries(outcomes).sort(([, a], [, b]) => b - a).map(([word, times]) => `${word} ${Math.round(100 * times / answer.tries)} %`).join(", ")]));
    show("The odds", make("p", {}, `The phase was tried with ${plural(answer.tries, "different draw")}. ${rows.length ? "These orders had different results:" : "Every order had the same result each time: the draws decide other things, or rarely matter."}`), rows.length > 0 && table(["Power", "Order", "How often"], rows, "The odds"));
  });

  // --- drafts: sheets by name, in this browser alone

  let drafts = [];
  const draftsKey = () => `drafts:${data().game}:${data().phase}`;
  const select = one("#draft");
  const picked = () => drafts[Number(select.value)];
  function readDrafts() {
    try { drafts = JSON.parse(kept(draftsKey())) ?? []; } catch { drafts = []; }
    showDrafts();
  }
  function showDrafts() {
    if (drafts.length) keep(draftsKey(), JSON.stringify(drafts));
    select.replaceChildren(...drafts.map(({ title, power }, n) => make("option", { value: String(n), selected: n === drafts.length - 1 }, `${title} (${name(power)})`)));
    one("#draft-acts").hidden = !drafts.length;
  }
  function keepDraft(title, power, text) {
    const at = drafts.findIndex((one_) => one_.title === title && one_.power === power);
    if (at >= 0) drafts.splice(at, 1);
    drafts.push({ title, power, text });
    showDrafts();
  }
  function take({ power, text }) {
    if (seat.value !== power) {
      seat.value = power;
      seat.dispatchEvent(new Event("change"));
    }
    sheet.value = text;
    sheet.dispatchEvent(new Event("input"));
  }
  const compare = () => busy(one("#draft-compare"), async () => {
    const { title, power, text } = picked();
    if (power !== seat.value) throw new Error(`the draft ${title} is one of ${name(power)}: choose that power first`);
    const [mine, other] = [await ask({ ask: "attempt", ...trial() }), await ask({ ask: "attempt", ...trial(text) })];
    show(`The sheet and the draft “${title}”`, chance(mine), make("p", {}, "With the same orders of the others:"), differences(listed(mine), listed(other), ["The sheet", title]),
      make("div", { className: "pair" }, section("The sheet", make("p", {}, mine.summary.join(" ")), standings(mine.standings)), section(title, make("p", {}, other.summary.join(" ")), standings(other.standings))));
  });
  // An address with a sheet: what stands behind # is never sent to a server.
  const MARK = "#sheet=";
  const LONGEST = 20_000;
  function addressOf() {
    const bytes = new TextEncoder().encode(JSON.stringify({ power: seat.value, text: sheet.value, phase: data().phase }));
    const code = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    return `${location.href.split("#")[0]}${MARK}${code}`;
  }
  function readAddress() {
    if (!location.hash.startsWith(MARK) || location.hash.length > LONGEST) return;
    try {
      const code = location.hash.slice(MARK.length).replace(/-/g, "+").replace(/_/g, "/");
      const { power, text, phase } = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0))));
      if (typeof text !== "string" || !Object.hasOwn(data().powers, power)) return;
      keepDraft(phase === data().phase ? "from an address" : `from an address, for ${String(phase).slice(0, 40)}`, power, text);
      if (!texts()[power]?.trim()) take({ power, text });
      one(".judge .drafts").open = true;
      note.textContent = `The address of this page contains a sheet; it is saved as a draft below. ${note.textContent}`;
    } catch { /* no address of ours: the page is as it is without */ }
  }

  sheet.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && awake && !one("#attempt").disabled) attempt();
  });
  one("#wake").addEventListener("click", start);
  one("#attempt").addEventListener("click", attempt);
  one("#odds").addEventListener("click", odds);
  one("#draft-keep").addEventListener("click", () => {
    const field = one("#draft-name");
    if (!seat.value) return say("Choose your power first.");
    keepDraft(field.value.trim() || `Draft ${drafts.length + 1}`, seat.value, sheet.value);
    field.value = "";
    return say("The draft is kept in this browser.");
  });
  one("#draft-take").addEventListener("click", () => {
    const draft = picked();
    // What stood on the sheet is kept, too: nobody loses an evening's work by a press.
    const isKept = drafts.some(({ power, text }) => power === seat.value && text === sheet.value);
    if (seat.value && sheet.value.trim() && !isKept) keepDraft(`before “${draft.title}”`, seat.value, sheet.value);
    take(draft);
  });
  one("#draft-drop").addEventListener("click", () => {
    drafts.splice(Number(select.value), 1);
    keep(draftsKey(), JSON.stringify(drafts));
    showDrafts();
  });
  one("#draft-compare").addEventListener("click", compare);
  one("#draft-link").addEventListener("click", async () => {
    const address = addressOf();
    try {
      await navigator.clipboard.writeText(address);
      say("The address is copied.");
      one("#draft-link").textContent = "The address is copied";
    } catch {
      location.hash = address.slice(address.indexOf("#"));
      say("The address of this page now contains the sheet.");
    }
  });
  addEventListener("secret", () => {
    if (awake) boot().then((answer) => { awake = answer; return read(); }).catch(failed);
  });
  addEventListener("desk", () => {
    if (!awake) return;
    if (one(".others").dataset.of !== seat.value) {
      one(".others").dataset.of = seat.value;
      showOthers();
    }
    read();
  });
  if (theatrum.desk) {
    readDrafts();
    readAddress();
  }
})();
