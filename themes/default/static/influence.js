/* Sorts and filters the tables of states. What was asked for is kept in the address, to be shared. */
(() => {
  "use strict";
  const number = (text) => Number((text.replace("−", "-").match(/-?\d+/) ?? [-1])[0]);
  const text = (node) => node.textContent.trim();

  for (const tools of document.querySelectorAll("[data-tools]")) {
    const table = document.getElementById(tools.dataset.tools);
    const body = table.tBodies[0];
    const rulebook = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    const ask = Object.fromEntries([...tools.querySelectorAll("[name]")].map((one) => [one.name, one]));
    const key = (head) => text(head.firstChild.firstChild ?? head.firstChild);
    const powers = heads.filter((head) => "power" in head.dataset);
    const statusOf = (row) => text(row.cells[1].firstChild);

    // The powers of a row: the heads of its columns that are not empty, or a list of its own.
    function powersOf(row) {
      return row.dataset.powers?.split(", ")
        ?? powers.filter((head) => text(row.cells[head.cellIndex])).map(key);
    }

    function offer(select, names) {
      for (const name of new Set(names)) if (name) select.add(new Option(name, name));
    }

    offer(ask.status, rulebook.map(statusOf).sort());
    offer(ask.power, powers.length ? powers.map(key) : rulebook.flatMap(powersOf).sort());
    offer(ask.sort, heads.filter((head) => head.dataset.sort).map(key));

    for (const head of heads) {
      if (!head.dataset.sort) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sorter";
      button.setAttribute("aria-label", `Sort by ${key(head)}`);
      button.textContent = "↕";
      head.append(button);
      button.addEventListener("click", () => {
        const again = ask.sort.value === key(head);
        const turned = again && head.ariaSort === (isNumber(head) ? "ascending" : "descending");
        ask.sort.value = turned ? "" : key(head);
        sort(again);
        keep();
      });
    }

    function isNumber(head) {
      return head.dataset.sort === "num";
    }

    // The largest number first, the first name first; `turned` the other way round.
    function sort(turned) {
      for (const head of heads) {
        head.removeAttribute("aria-sort");
        const button = head.querySelector(".sorter");
        if (button) button.textContent = "↕";
      }
      const chosen = heads.find((head) => head.dataset.sort && key(head) === ask.sort.value);
      let rows = rulebook;
      if (chosen) {
        const of = (row) => text(row.cells[chosen.cellIndex]);
        const order = isNumber(chosen)
          ? (a, b) => number(of(b)) - number(of(a))
          : (a, b) => !of(a) - !of(b) || of(a).localeCompare(of(b));
        rows = [...rulebook].sort(turned ? (a, b) => order(b, a) : order);
        const up = isNumber(chosen) === Boolean(turned);
        chosen.setAttribute("aria-sort", up ? "ascending" : "descending");
        chosen.querySelector(".sorter").textContent = up ? "↑" : "↓";
      }
      body.append(...rows);
    }

    function filter() {
      const words = ask.q.value.toLowerCase().split(/\s+/).filter(Boolean);
      const status = ask.status.value;
      const power = ask.power.value;
      const column = powers.find((head) => key(head) === power);
      let shown = 0;
      for (const row of rulebook) {
        const names = powersOf(row);
        const all = `${row.textContent} ${names.join(" ")}`.toLowerCase();
        row.hidden = !(words.every((word) => all.includes(word))
          && (!status || statusOf(row) === status)
          && (!power || names.includes(power)));
        row.querySelector(".seek")?.classList.remove("seek");
        if (column) row.cells[column.cellIndex].classList.add("seek");
        shown += row.hidden ? 0 : 1;
      }
      table.querySelector("tbody.none").hidden = shown > 0;
      tools.querySelector("[aria-live]").textContent = words.length || status || power
        ? `${shown} shown` : "";
      if (column) {
        const box = table.parentElement;
        box.scrollLeft = Math.max(box.scrollLeft, column.offsetLeft + column.offsetWidth - box.clientWidth);
      }
    }

    function keep() {
      const asked = new URLSearchParams();
      for (const [name, control] of Object.entries(ask)) if (control.value) asked.set(name, control.value);
      const search = asked.toString();
      history.replaceState(null, "", (search ? `?${search}` : location.pathname) + location.hash);
    }

    for (const [name, value] of new URLSearchParams(location.search)) {
      if (ask[name]) ask[name].value = value;
    }
    if (ask.sort.value) sort();
    filter();
    ask.sort.addEventListener("input", () => { sort(); keep(); });
    for (const one of [ask.q, ask.status, ask.power]) {
      one.addEventListener("input", () => { filter(); keep(); });
    }
  }
})();
