/* Adds to pages that are complete without it: theme, tables, the map. Keeps nothing but the theme. */
(() => {
  "use strict";
  const page = document;
  const root = page.documentElement;
  const one = (query, within = page) => within.querySelector(query);
  const all = (query, within = page) => [...within.querySelectorAll(query)];
  root.classList.add("js");

  // The address to share ends with the folder; the file's name is only needed without a server.
  if (location.protocol.startsWith("http") && location.pathname.endsWith("/index.html")) {
    const short = location.pathname.slice(0, -"index.html".length);
    history.replaceState(null, "", short + location.search + location.hash);
  }

  themeSwitch();
  showCurrentTab();
  all("table.sort").forEach(makeSortable);
  all("[data-filter]").forEach(makeFilter);
  all(".scroll[data-end]").forEach((box) => { box.scrollLeft = box.scrollWidth; });
  all(".mapfig").forEach(makeMap);

  function themeSwitch() {
    const isDark = () => root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    let saved = null;
    try { saved = localStorage.getItem("theme"); } catch { /* private window */ }
    if (saved === "light" || saved === "dark") root.dataset.theme = saved;
    for (const button of all(".theme-switch")) {
      const say = () => {
        button.setAttribute("aria-pressed", String(isDark()));
        button.textContent = isDark() ? button.dataset.day : button.dataset.night;
      };
      say();
      button.addEventListener("click", () => {
        root.dataset.theme = isDark() ? "light" : "dark";
        try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private window */ }
        say();
      });
    }
  }

  // On a phone the current tab may be out of sight.
  function showCurrentTab() {
    for (const bar of all(".gnav")) {
      const tab = one("[aria-current]", bar);
      if (tab) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - 60;
    }
  }

  function makeSortable(table) {
    for (const head of all("thead th[data-sort]", table)) {
      const button = page.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
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
      return numeric ? Number(cell.dataset.value) : cell.textContent.trim();
    };
    const order = (a, b) => numeric ? value(a) - value(b) : value(a).localeCompare(value(b));
    const body = table.tBodies[0];
    [...body.rows].sort((a, b) => (up ? order(a, b) : order(b, a))).forEach((row) => body.append(row));
  }

  // Hides the rows that do not hold every word; a power's heading counts as part of its rows.
  function makeFilter(input) {
    const table = page.getElementById(input.dataset.filter);
    const count = one(`[data-count="${input.dataset.filter}"]`);
    const none = one("tbody.none", table);
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const group of all("tbody:not(.none)", table)) {
        const name = one(".pw", group)?.textContent ?? "";
        let any = false;
        for (const row of all("tr[data-order]", group)) {
          const text = `${name} ${row.textContent}`.toLowerCase();
          row.hidden = !words.every((word) => text.includes(word));
          any ||= !row.hidden;
          shown += row.hidden ? 0 : 1;
        }
        group.hidden = !any;
      }
      none.hidden = shown > 0;
      count.textContent = words.length ? `${shown} shown` : "";
    });
  }

  function makeMap(figure) {
    const board = one(".board", figure);
    const box = one(".mapbox", figure);
    if (!board) return;
    makeZoom(figure, board, box);
    linkRows(figure, board);
  }

  function makeZoom(figure, board, box) {
    const [left, top, width, height] = board.getAttribute("viewBox").split(/[ ,]+/).map(Number);
    const smallest = width / 9;
    let view = [left, top, width, height];
    const show = (x, y, w) => {
      const wide = Math.min(width, Math.max(smallest, w));
      const high = wide * height / width;
      view = [
        Math.max(left, Math.min(left + width - wide, x)),
        Math.max(top, Math.min(top + height - high, y)),
        wide,
        high,
      ];
      board.setAttribute("viewBox", view.map(Math.round).join(" "));
      box.classList.toggle("zoomed", wide < width - 1);
    };
    const zoom = (factor, atX = 0.5, atY = 0.5) => {
      const wide = Math.min(width, Math.max(smallest, view[2] * factor));
      show(view[0] + (view[2] - wide) * atX, view[1] + (view[3] - wide * height / width) * atY, wide);
    };
    const acts = { in: () => zoom(0.7), out: () => zoom(1 / 0.7), all: () => show(left, top, width) };
    all("[data-zoom]", figure).forEach((button) => {
      button.addEventListener("click", () => acts[button.dataset.zoom]());
    });
    const place = (event) => {
      const frame = board.getBoundingClientRect();
      return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
    };
    board.tabIndex = 0;
    board.addEventListener("keydown", (event) => {
      const step = view[2] * 0.12;
      const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
      const move = moves[event.key];
      if (move) show(view[0] + move[0], view[1] + move[1], view[2]);
      else if (event.key === "+" || event.key === "=") acts.in();
      else if (event.key === "-") acts.out();
      else if (event.key === "0") acts.all();
      else return;
      event.preventDefault();
    });
    // A plain wheel scrolls the page.
    board.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 0.87, ...place(event));
    }, { passive: false });
    board.addEventListener("dblclick", (event) => zoom(0.55, ...place(event)));
    const fingers = new Map();
    board.addEventListener("pointerdown", (event) => fingers.set(event.pointerId, event));
    board.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const frame = board.getBoundingClientRect();
      const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
      if (other) {
        const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
        const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
        if (was && is) zoom(was / is, ...place(event));
      } else if (view[2] < width - 1) {
        const dx = (event.clientX - before.clientX) * view[2] / frame.width;
        const dy = (event.clientY - before.clientY) * view[3] / frame.height;
        show(view[0] - dx, view[1] - dy, view[2]);
      }
      fingers.set(event.pointerId, event);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      board.addEventListener(end, (event) => fingers.delete(event.pointerId));
    }
    addEventListener("beforeprint", acts.all);
  }

  // Orders in the table and on the map light each other.
  function linkRows(figure, board) {
    const rows = all("tr[data-order]");
    const readout = one(".readout", figure);
    const idle = readout.textContent;
    const arrow = (number) => one(`#order-${number}`, board);
    const province = (code) => one(`#p-${code}`, board);
    const codes = (row) => row.dataset.provinces.split(" ").filter(Boolean);
    const say = (strong, rest) => {
      const bold = page.createElement("b");
      bold.textContent = strong;
      readout.replaceChildren(bold, rest);
    };
    const clear = () => {
      board.classList.remove("lit");
      all(".hot, .warm", board).forEach((lit) => lit.classList.remove("hot", "warm"));
      rows.forEach((row) => row.classList.remove("hot"));
      readout.textContent = idle;
    };
    const light = (row) => {
      clear();
      row.classList.add("hot");
      const own = arrow(row.dataset.order);
      if (own) {
        board.classList.add("lit");
        own.classList.add("hot");
      }
      for (const number of row.dataset.related.split(" ").filter(Boolean)) {
        arrow(number)?.classList.add("warm");
      }
      codes(row).forEach((code) => province(code)?.classList.add("hot"));
      const reason = one(".reason", row)?.firstChild?.textContent ?? "";
      say(one(".ord", row).textContent.trim(), ` ${one(".vd", row).textContent}. ${reason}`);
    };
    for (const row of rows) {
      row.addEventListener("mouseenter", () => light(row));
      row.addEventListener("mouseleave", clear);
      row.addEventListener("focusin", () => light(row));
      row.addEventListener("focusout", clear);
    }
    board.addEventListener("mouseover", (event) => {
      const sign = event.target.closest("[data-province], [data-unit], [data-at]");
      if (!sign) return clear();
      const place = sign.dataset.province ?? sign.dataset.unit ?? sign.dataset.at;
      const code = place.split("/")[0];
      const shape = province(code);
      const hits = rows.filter((row) => codes(row).includes(code));
      clear();
      shape?.classList.add("hot");
      if (hits.length) board.classList.add("lit");
      for (const row of hits) {
        row.classList.add("hot");
        arrow(row.dataset.order)?.classList.add("hot");
      }
      const name = shape ? one("title", shape)?.textContent : "";
      const orders = hits.map((row) => `${one(".ord", row).textContent.trim()} (${one(".vd", row).textContent})`);
      say(name || code, ` ${orders.join("; ")}`);
      return undefined;
    });
    board.addEventListener("mouseleave", clear);
  }
})();
