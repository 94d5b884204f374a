/* What the program says of a sheet: a mark beside each line, the wrong words underlined, complaints that
   lead to their lines, with buttons that write what was meant, and what each line costs.
   All of it lies behind the text or below it: the text itself is the reader's alone. */
"use strict";
theatrum.deskReading = ({ sheet, mirror, said, rules }) => {
  const { make, one } = theatrum;
  const FIRST = /^[^\s,;:#>()]*/;
  const CODE = /^[A-Z/]+(?: [A-Z/]+)*(?= [A-Z][a-z]|$)/;
  const lines = () => sheet.value.split("\n");
  const startOf = (number) => lines().slice(0, number - 1).reduce((sum, row) => sum + row.length + 1, 0);
  const rest = ({ line, column }) => lines()[line - 1]?.slice(Math.max(column - 1, 0)) ?? "";
  const rule = (id) => id && make("a", { className: "rid", href: `${rules}#${id}` }, id);

  /* Puts the cursor on the word that is complained about. */
  function goTo({ line, column }) {
    const start = startOf(line) + Math.max(column - 1, 0);
    sheet.focus();
    sheet.setSelectionRange(start, start + FIRST.exec(rest({ line, column }))[0].length);
  }
  function changed(rows) {
    sheet.value = rows.join("\n");
    sheet.dispatchEvent(new Event("input"));
  }
  /* What a hint names: "did you mean TYR Tyrol or TRI Trieste?" the words, "write A VIE H" an order. */
  function meant({ line, hint }) {
    const [, names = ""] = /^did you mean (.+)\?$/.exec(hint) ?? [];
    if (line && names) return names.split(/, | or /).map((name) => CODE.exec(name)?.[0]).filter(Boolean);
    const [, order = ""] = /^write ([A-Z][A-Z/ ]+)$/.exec(hint) ?? [];
    return !line && order ? [order] : [];
  }
  function write(wrong, text) {
    const rows = lines();
    if (wrong.line) {
      const start = Math.max(wrong.column - 1, 0);
      rows[wrong.line - 1] = rows[wrong.line - 1].slice(0, start) + rest(wrong).replace(FIRST, text);
    } else {
      while (rows.length && !rows.at(-1).trim()) rows.pop();
      rows.push(text, "");
    }
    changed(rows);
  }
  const place = (line, column = 1) => make("button", { type: "button", className: "goto", onclick: () => goTo({ line, column }) }, `Line ${line}`);
  const complaint = (wrong) => make("li", { className: wrong.severity }, ...(wrong.line ? [place(wrong.line, wrong.column)] : []),
    make("span", {}, wrong.text && make("code", {}, wrong.text), wrong.text && ": ", wrong.problem, wrong.hint && ` (${wrong.hint})`, " ", rule(wrong.rule)),
    ...meant(wrong).map((text) => make("button", { type: "button", className: "btn mend", onclick: () => write(wrong, text) }, `Write ${text}`)));
  /* What each line costs and leaves, and where things would stand if nothing else changes. */
  const prices = ({ costs = [], forecast = [] }) => [
    ...costs.map(([line, text]) => make("li", { className: "cost" }, place(line), make("span", {}, text))),
    ...(forecast.length ? [make("li", { className: "cost" }, make("span", {}, "If no one else sends orders:"))] : []),
    ...forecast.map((text) => make("li", { className: "cost" }, make("span", {}, text))),
  ];
  function marked(text, number, { orders, complaints }) {
    const wrong = complaints.filter(({ line }) => line === number);
    const worst = wrong.find(({ severity }) => severity === "error") ?? wrong[0];
    const css = worst?.severity ?? (orders.some(([line, , , order]) => line === number && order) ? "fine" : "");
    const start = worst?.severity === "error" ? Math.max(worst.column - 1, 0) : text.length;
    const word = FIRST.exec(text.slice(start))[0];
    return make("span", { className: `row ${css}` }, text.slice(0, start), word && make("mark", {}, word), text.slice(start + word.length), "\n");
  }
  /* Whoever was among the complaints by keys stays there. */
  function tell(...rows) {
    const isHere = said.contains(document.activeElement);
    said.style.minHeight = rows.length ? `${said.offsetHeight}px` : "";
    said.replaceChildren(...rows);
    if (isHere) (one("button", said) ?? said).focus({ preventScroll: true });
  }
  /* Beside the buttons that send. */
  function warn(number) {
    const said = number === 1 ? "1 line will not count." : `${number} lines will not count.`;
    const beside = one(".unsent");
    if (beside) beside.textContent = number ? said : "";
  }
  const follow = () => { mirror.scrollTop = sheet.scrollTop; };
  sheet.addEventListener("scroll", follow);
  return {
    rule,
    /* The answer to a sheet of which only `read` was given to the program, line by line. */
    show(answer) {
      const { orders, complaints } = answer;
      // What a whole sheet lacks stands below what is wrong in its lines.
      const found = [...complaints.filter(({ line }) => line), ...complaints.filter(({ line }) => !line)];
      const fine = `${orders.length} order${orders.length === 1 ? "" : "s"}, each of them read.`;
      const rows = found.length || !orders.length ? found.map(complaint) : [make("li", { className: "fine" }, make("span", {}, fine))];
      tell(...rows, ...prices(answer));
      warn(new Set(complaints.filter(({ line, severity }) => line && severity === "error").map(({ line }) => line)).size);
      mirror.replaceChildren(...lines().map((text, n) => marked(text, n + 1, answer)));
      follow();
    },
    clear() {
      tell();
      warn(0);
      mirror.replaceChildren();
    },
  };
};
