/* The map of a page: layers that are remembered, orders linked with their rows, what an address names.
   The cards of provinces are another file, asked for when somebody first points at one. */
(() => {
  "use strict";
  const { one, all, make, keep, kept, load, style, home } = theatrum;
  const SVG = "http://www.w3.org/2000/svg";
  const LAYERS = "map-layers";

  all(".mapfig").forEach((figure) => {
    rememberLayers(figure);
    const board = one(".board", figure);
    if (board) makeMap(figure, board);
  });
  // What draws a map as an image is only loaded when somebody wants one.
  for (const button of all("[data-image]")) {
    button.addEventListener("click", async () => {
      await load(`${home}image.js`);
      theatrum.saveImage(button);
    });
  }

  // What a reader hides stays hidden on the next page.
  function rememberLayers(figure) {
    let known = {};
    try { known = JSON.parse(kept(LAYERS)) ?? {}; } catch { /* not ours */ }
    for (const box of all(".layers fieldset input", figure)) {
      // One of the fills is on, or a layer is; nothing known leaves the page as it is.
      const [name, value] = box.type === "radio" ? ["fill", box.className] : [box.className, true];
      if (name in known) box.checked = known[name] === value;
      box.addEventListener("change", () => {
        known[name] = box.checked && value;
        keep(LAYERS, JSON.stringify(known));
      });
    }
  }

  function makeMap(figure, board) {
    const hasCards = Boolean(one(".mapfacts", figure));
    const titles = takeTitles(board, hasCards);
    // A row of the table, or one of the orders that share a row.
    const rows = all(".vt [data-order]");
    const readout = one(".readout", figure);
    const idle = readout.textContent;
    const words = (text) => (text ?? "").split(" ").filter(Boolean);
    const byId = (id) => board.querySelector(`#${CSS.escape(id)}`);
    const shape = (code) => byId(`p-${code}`);
    // The line of an order, and its sign on another layer.
    const marks = (number) => all(`#order-${number}, [data-order="${number}"]`, board);
    const light = (number, css) => marks(number).map((mark) => mark.classList.add(css)).length;
    const places = (row) => words(row.dataset.provinces);
    const rowsAt = (code) => rows.filter((row) => places(row).includes(code));
    const rowOf = (number) => rows.find((row) => row.dataset.order === number);
    const codeOf = (part) => {
      const sign = part.closest?.("[data-province], [data-unit]");
      const code = (sign?.dataset.province ?? sign?.dataset.unit ?? "").split("/")[0];
      return code && shape(code) ? code : "";
    };
    const orderOf = (part) => {
      const sign = part.closest?.(".order, [data-order]");
      return sign ? sign.dataset.order ?? sign.id.replace("order-", "") : "";
    };
    const part = (row, query) => one(query, row) ?? (query === ".ord" ? row : one(query, row.closest("tr")));
    const text = (row, query) => part(row, query)?.textContent.replace(/\s+/g, " ").trim() ?? "";
    const say = (strong, rest) => readout.replaceChildren(make("b", {}, strong), ` ${rest}`);

    // What is lit when nobody points at anything: what the address names, or the pinned card.
    let resting = () => {};
    let pinned = "";
    const clear = () => {
      board.classList.remove("lit");
      all(".raised", board).forEach((line) => line.remove());
      all(".hot, .warm", board).forEach((lit) => lit.classList.remove("hot", "warm"));
      rows.forEach((row) => row.classList.remove("hot"));
      readout.textContent = idle;
      if (pinned) raise(pinned);
    };
    const rest = () => {
      clear();
      resting();
    };
    // A neighbor would hide half of its border, so the outline is drawn once more above the land.
    const raise = (code) => {
      const found = shape(code);
      if (!found || found.classList.contains("hot")) return;
      found.classList.add("hot");
      const line = document.createElementNS(SVG, "path");
      line.setAttribute("d", found.getAttribute("d"));
      line.setAttribute("class", "raised");
      const scale = found.parentNode.getAttribute("transform");
      if (scale) line.setAttribute("transform", scale);
      (one(".layer.regions", board) ?? one(".layer.borders", board) ?? found).after(line);
    };
    const lightOrder = (row) => {
      clear();
      row.classList.add("hot");
      if (light(row.dataset.order, "hot")) board.classList.add("lit");
      words(row.dataset.related).forEach((number) => light(number, "warm"));
      places(row).forEach(raise);
      const reason = part(row, ".reason")?.firstChild?.textContent ?? "";
      say(text(row, ".ord"), `${text(row, ".vd")}. ${reason}`);
    };
    const lightPlace = (code) => {
      const hits = rowsAt(code);
      clear();
      raise(code);
      if (hits.length) board.classList.add("lit");
      for (const row of hits) {
        row.classList.add("hot");
        light(row.dataset.order, "hot");
      }
      const orders = hits.map((row) => `${text(row, ".ord")} (${text(row, ".vd")})`);
      say(titles.get(shape(code)) ?? code, orders.join("; "));
    };
    const goTo = (row) => {
      location.hash = row.id;
      (one("a, button", row) ?? row).focus({ preventScroll: true });
    };

    // Where rows do not stand beside the map, it comes to the lower edge with the arrow of the row.
    const bringParts = async (row, parts, block) => {
      await Promise.all([style(`${home}strip.css`), load(`${home}strip.js`)]);
      theatrum.bringMap(figure, row, parts, block);
    };
    const bring = (row, block) => {
      if (!matchMedia("(max-width: 61.99rem)").matches) return;
      const parts = marks(row.dataset.order);
      bringParts(row, parts.length ? parts : places(row).map(shape).filter(Boolean), block);
    };

    for (const row of rows) {
      row.addEventListener("click", (event) => {
        if (event.target.closest("a:not(.ord a)")) return;
        resting = () => lightOrder(row);
        rest();
        bring(row, "nearest");
      });
      row.addEventListener("mouseenter", () => lightOrder(row));
      row.addEventListener("mouseleave", rest);
      row.addEventListener("focusin", () => lightOrder(row));
      row.addEventListener("focusout", rest);
    }

    let card = null;
    const cards = () => {
      card ??= load(`${home}card.js`).then(() => theatrum.makeCard(figure, board, {
        titles, rowsAt, text, goTo, shape,
        onPin: (code) => {
          pinned = code;
          resting = () => lightPlace(code);
          rest();
        },
        onClose: () => {
          pinned = "";
          resting = () => {};
          rest();
        },
      }));
      return card;
    };
    // Only the last of what was pointed at is shown, should the file have come late.
    let pointed = "";
    const point = async (code, event) => {
      pointed = code;
      if (!hasCards || (!code && !card)) return;
      const shown = await cards();
      if (pointed !== code) return;
      if (code) shown.show(code, event);
      else shown.hide();
    };
    board.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      const row = rowOf(orderOf(event.target));
      const code = row ? "" : codeOf(event.target);
      if (row) lightOrder(row);
      else if (code) lightPlace(code);
      else rest();
      point(code, event);
    });
    board.addEventListener("pointerleave", () => {
      rest();
      point("");
    });
    board.addEventListener("click", async (event) => {
      const row = rowOf(orderOf(event.target));
      const code = codeOf(event.target);
      if (row) goTo(row);
      else if (code && hasCards) (await cards()).pin(code, event);
      else if (card) (await card).close();
    });
    if (hasCards) one(".find input", figure)?.addEventListener("focus", cards, { once: true });

    // An event lights the lands that it names, wherever on the page it stands.
    const lightEvent = async (line) => {
      const codes = (await (await cards()).named(line)).filter(shape);
      if (!codes.length || location.hash !== `#${line.id}`) return;
      resting = () => {
        clear();
        codes.forEach(raise);
        say("", line.textContent.replace(/\s+/g, " ").trim());
      };
      rest();
      bringParts(line, codes.map(shape), "center");
    };

    // #o12, #order-12: an order. #u-BAV, #p-BAV: who stands there. #e12: an event.
    const followAddress = () => {
      const id = decodeURIComponent(location.hash.slice(1));
      const line = hasCards && /^e\d+$/.test(id) && document.getElementById(id);
      if (line) lightEvent(line);
      const row = rows.find((one) => one.id === id) ?? rowOf(id.replace(/^order-/, ""));
      const part = /^[up]-/.test(id) ? byId(id) : null;
      if (row) resting = () => lightOrder(row);
      else if (part) resting = () => lightPlace(codeOf(part));
      else return;
      rest();
      if (row) bring(row, "center");
    };
    addEventListener("hashchange", followAddress);
    followAddress();
  }

  /* The titles of a drawing as a map of elements to texts. Where there are cards they are taken out:
     the browser would show them as small notes of its own beside the card. */
  function takeTitles(board, hasCards) {
    const titles = new Map();
    for (const title of all("title", board)) {
      if (title.parentNode !== board) {
        titles.set(title.parentNode, title.textContent);
        if (hasCards) title.remove();
      } else if (hasCards) {
        // The drawing's own name, still read aloud from where it is now.
        const aside = document.createElementNS(SVG, "g");
        board.prepend(aside);
        aside.append(title);
      }
    }
    return titles;
  }
})();
