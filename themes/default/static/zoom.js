/* Zoom and pan of a board inside a .mapfig: mouse, touch and keys; the wide view; and words that can be read.
   figure.zoom is for other scripts. */
(() => {
  "use strict";
  const { one, all } = theatrum;
  const CLOSEST = 1 / 10;
  const STEP = 0.12;
  // Pixels that a pointer may tremble before it drags.
  const STILL = 4;
  // The smallest letters that are shown, in pixels; the room around a name that had to grow; and how far it may
  // grow before it has to keep off all signs.
  const LEAST = 8;
  const ROOM = 2;
  const BESIDE = 1.25;
  const NAMES = "[data-name], .shares text";

  for (const figure of all(".mapfig")) {
    const board = one(".board", figure);
    if (board) figure.zoom = makeZoom(figure, board, one(".mapbox", figure));
  }

  function makeZoom(figure, board, box) {
    const { x: left, y: top, width, height } = board.viewBox.baseVal;
    let view = { x: left, y: top, wide: width };

    const spell = makeLegible(board);
    const within = (value, low, high) => Math.min(Math.max(value, low), high);
    const isWhole = () => view.wide > width - 1;
    const show = (x, y, wide) => {
      const shown = within(wide, width * CLOSEST, width);
      const high = shown * height / width;
      if (shown !== view.wide) spell();
      view = {
        x: within(x, left, left + width - shown),
        y: within(y, top, top + height - high),
        wide: shown,
      };
      board.setAttribute("viewBox", [view.x, view.y, shown, high].map(Math.round).join(" "));
      box.classList.toggle("zoomed", !isWhole());
    };
    const whole = () => show(left, top, width);
    const isZoomed = () => box.classList.contains("zoomed");
    // So that the point x, y of the board stays where it is on the screen.
    const zoomAt = (factor, x, y) => {
      const wide = within(view.wide * factor, width * CLOSEST, width);
      const share = wide / view.wide;
      show(x - (x - view.x) * share, y - (y - view.y) * share, wide);
    };
    const zoom = (factor) => {
      zoomAt(factor, view.x + view.wide / 2, view.y + view.wide * height / width / 2);
    };
    /* Shows a box of the board, as large as it fits. */
    const fit = (x, y, wide, high) => {
      const shown = Math.max(wide, high * width / height);
      show(x + wide / 2 - shown / 2, y + high / 2 - shown * height / width / 2, shown);
    };
    /* Brings a part of the drawing into view, if it is not there yet or very small. */
    const seek = (part) => {
      const frame = board.getBoundingClientRect();
      const seen = part.getBoundingClientRect();
      const inside = seen.left >= frame.left && seen.right <= frame.right
        && seen.top >= frame.top && seen.bottom <= frame.bottom;
      if (!inside || Math.max(seen.width, seen.height) <= frame.width / 14) around([part]);
    };
    /* Shows parts of the drawing, with some room around them. */
    const around = (parts) => {
      const sides = parts.map((part) => part.getBoundingClientRect());
      const from = placeOf({ clientX: Math.min(...sides.map((one) => one.left)), clientY: Math.min(...sides.map((one) => one.top)) });
      const to = placeOf({ clientX: Math.max(...sides.map((one) => one.right)), clientY: Math.max(...sides.map((one) => one.bottom)) });
      const size = Math.max(to.x - from.x, to.y - from.y, width / 12) * 1.7;
      fit((from.x + to.x - size) / 2, (from.y + to.y - size) / 2, size, size);
    };
    // Through the matrix of the screen: the drawing may be narrower than its element.
    const placeOf = (event) => {
      const spot = new DOMPoint(event.clientX, event.clientY);
      return spot.matrixTransform(board.getScreenCTM().inverse());
    };
    const pixel = () => 1 / board.getScreenCTM().a;

    const acts = { in: () => zoom(0.7), out: () => zoom(1 / 0.7), all: whole };
    const keys = { "+": acts.in, "=": acts.in, "-": acts.out, 0: whole };
    for (const button of all("[data-zoom]", figure)) {
      button.addEventListener("click", () => acts[button.dataset.zoom]());
    }
    for (const button of all("[data-box]", figure)) {
      button.setAttribute("role", "button");
      button.addEventListener("keydown", (event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        button.click();
      });
      button.addEventListener("click", (event) => {
        event.preventDefault();
        fit(...button.dataset.box.split(" ").map(Number));
        box.scrollIntoView({ block: "nearest" });
      });
    }

    board.tabIndex = 0;
    board.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = view.wide * STEP;
      const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
      const move = moves[event.key];
      // On the whole board there is nowhere to go: the arrows stay the page's.
      if (move && isWhole()) return;
      if (move) show(view.x + move[0], view.y + move[1], view.wide);
      else if (keys[event.key]) keys[event.key]();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });

    // A plain wheel scrolls the page.
    board.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const place = placeOf(event);
      const lines = event.deltaMode === 1 ? 16 : 1;
      zoomAt(Math.exp(within(event.deltaY * lines, -240, 240) * 0.0025), place.x, place.y);
    }, { passive: false });
    board.addEventListener("dblclick", (event) => {
      const place = placeOf(event);
      zoomAt(event.shiftKey ? 2 : 0.5, place.x, place.y);
      event.preventDefault();
    });

    const fingers = new Map();
    let dragged = false;
    // With two fingers the browser would scroll or zoom the page.
    board.addEventListener("touchstart", (event) => {
      if (event.touches.length > 1) event.preventDefault();
    }, { passive: false });
    board.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      if (!fingers.size) dragged = false;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    board.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const { clientX: x, clientY: y } = event;
      const [right, down] = [x - before.x, y - before.y];
      const share = 1 / fingers.size;
      if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const now = Math.hypot(x - other.x, y - other.y);
        const middle = placeOf({ clientX: (x + other.x) / 2, clientY: (y + other.y) / 2 });
        if (was && now) zoomAt(was / now, middle.x, middle.y);
      } else if (fingers.size > 2 || !isZoomed() || (!dragged && Math.hypot(right, down) < STILL)) {
        return;
      } else if (!dragged) {
        board.setPointerCapture(event.pointerId);
      }
      dragged = true;
      show(view.x - right * pixel() * share, view.y - down * pixel() * share, view.wide);
      fingers.set(event.pointerId, { x, y });
    });
    const lift = (event) => fingers.delete(event.pointerId);
    addEventListener("pointerup", lift);
    addEventListener("pointercancel", lift);
    // A drag ends in a click, which is none.
    board.addEventListener("click", (event) => {
      if (dragged) event.stopImmediatePropagation();
      dragged = false;
    }, true);

    // A phone opens on where most happened. That is no zoom: a finger still scrolls the page.
    const open = () => {
      const start = matchMedia("(max-width: 48rem)").matches && box.dataset.start;
      if (start) fit(...start.split(" ").map(Number));
      else whole();
      box.classList.remove("zoomed");
    };
    open();

    new ResizeObserver(spell).observe(board);
    figure.addEventListener("change", spell);
    const button = one("[data-wide]", figure);
    if (button) makeWide(figure, button);

    // Paper shows the whole board, whatever the screen showed.
    let screen = null;
    addEventListener("beforeprint", () => { screen = view; whole(); });
    addEventListener("afterprint", () => { if (screen) show(screen.x, screen.y, screen.wide); });

    return { fit, seek, around, open };
  }

  /* The map in the whole window: by its button, by F, and by the address that ends in #wide. */
  function makeWide(figure, button) {
    const follow = () => {
      const wide = location.hash === "#wide";
      figure.classList.toggle("wide", wide);
      button.setAttribute("aria-pressed", wide);
    };
    const leave = () => {
      history.replaceState(null, "", location.href.split("#")[0]);
      follow();
    };
    const turn = () => {
      if (figure.classList.contains("wide")) leave();
      else location.hash = "wide";
    };
    button.addEventListener("click", turn);
    addEventListener("hashchange", follow);
    addEventListener("keydown", (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, textarea, select")) return;
      if (key.toLowerCase() === "f") turn();
      else if (key === "Escape" && figure.classList.contains("wide")) leave();
      else return;
      event.preventDefault();
    });
    follow();
  }

  /* Gives what to call whenever the size of the map changes. Then every word that would be too small is hidden,
     but names grow until they can be read, the largest first, where they cover no other name and no piece. */
  function makeLegible(board) {
    const place = (item) => item.getScreenCTM();
    const sizes = new Map();
    const names = new Map();

    // The size of its letters in units of the map: one that is hidden could not be measured any more.
    const sizeOf = (text) => {
      const own = place(text);
      if (!sizes.has(text) && own) {
        sizes.set(text, parseFloat(getComputedStyle(text).fontSize) * Math.hypot(own.a, own.b) / place(board).a);
      }
      return sizes.get(text) ?? LEAST;
    };
    // A name may have several lines. Those of a layer that is hidden are measured when it is shown.
    const measure = () => {
      for (const text of all(NAMES, board)) {
        if (sizes.has(text) || !text.getClientRects().length) continue;
        const box = text.getBBox();
        const turn = DOMMatrix.fromMatrix(text.transform.baseVal.consolidate()?.matrix);
        const corners = [[0, 0], [0, 1], [1, 0], [1, 1]].map(([across, down]) => (
          new DOMPoint(box.x + across * box.width, box.y + down * box.height).matrixTransform(turn)
        ));
        const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
        const key = text.dataset.name ?? text;
        const name = names.get(key) ?? {
          lines: [], left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity, size: sizeOf(text),
        };
        sizes.set(text, name.size);
        name.lines.push([text, text.getAttribute("transform") ?? ""]);
        name.left = Math.min(name.left, ...xs);
        name.right = Math.max(name.right, ...xs);
        name.top = Math.min(name.top, ...ys);
        name.bottom = Math.max(name.bottom, ...ys);
        names.set(key, name);
      }
      const isShown = ({ lines: [[text]] }) => getComputedStyle(text.closest(".layer")).display !== "none";
      return [...names.values()].filter(isShown).sort((one, two) => two.size - one.size);
    };
    const pieces = () => {
      const { a: scale, e: x, f: y } = place(board);
      return all(":is(.units, .markers) use, .centers .center", board).map((sign) => {
        const { left, top, right, bottom } = sign.getBoundingClientRect();
        return { left: (left - x) / scale, top: (top - y) / scale, right: (right - x) / scale, bottom: (bottom - y) / scale };
      });
    };
    const meet = (one, two) => (
      one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom
    );
    const spell = () => {
      const scale = place(board)?.a;
      // A drawing that is not shown has no size.
      if (!scale || !board.getBoundingClientRect().width) return;
      // All is measured before anything changes: each change in between would lay out the map again.
      const words = all(`text:not(${NAMES})`, board).map((text) => [text, sizeOf(text) * scale < LEAST]);
      const standing = pieces();
      const shown = measure();
      for (const [text, isTiny] of words) text.classList.toggle("tiny", isTiny);
      const taken = [];
      for (const { lines, size, ...sides } of shown) {
        const more = Math.max(1, LEAST / (size * scale));
        const [x, y] = [(sides.left + sides.right) / 2, (sides.top + sides.bottom) / 2];
        const room = more > 1 ? ROOM / scale : 0;
        const own = {
          left: x - (x - sides.left) * more - room, right: x + (sides.right - x) * more + room,
          top: y - (y - sides.top) * more - room, bottom: y + (sides.bottom - y) * more + room,
        };
        // A little larger, it still stands beside the pieces and signs of its place.
        const others = more > BESIDE ? [...taken, ...standing] : taken;
        const hidden = more > 1 && others.some((other) => meet(own, other));
        if (!hidden) taken.push(own);
        for (const [text, turn] of lines) {
          text.classList.toggle("tiny", hidden);
          const grown = more > 1 ? `translate(${x * (1 - more)} ${y * (1 - more)}) scale(${more}) ${turn}` : turn;
          if (grown) text.setAttribute("transform", grown);
          else text.removeAttribute("transform");
        }
      }
    };
    // Fingers that zoom do not wait for names: these follow when they rest.
    let waiting = 0;
    let pause = 0;
    return () => {
      clearTimeout(waiting);
      waiting = setTimeout(spell, pause);
      pause = 100;
    };
  }
})();
