/* Zoom and pan of a board inside a .mapfig: mouse, touch and keys. figure.zoom is for other scripts. */
(() => {
  "use strict";
  const { one, all } = theatrum;
  const CLOSEST = 1 / 10;
  const STEP = 0.12;
  // Pixels that a pointer may tremble before it drags.
  const STILL = 4;

  for (const figure of all(".mapfig")) {
    const board = one(".board", figure);
    if (board) figure.zoom = makeZoom(figure, board, one(".mapbox", figure));
  }

  function makeZoom(figure, board, box) {
    const { x: left, y: top, width, height } = board.viewBox.baseVal;
    let view = { x: left, y: top, wide: width };

    const within = (value, low, high) => Math.min(Math.max(value, low), high);
    const isWhole = () => view.wide > width - 1;
    const show = (x, y, wide) => {
      const shown = within(wide, width * CLOSEST, width);
      const high = shown * height / width;
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

    // Paper shows the whole board, whatever the screen showed.
    let screen = null;
    addEventListener("beforeprint", () => { screen = view; whole(); });
    addEventListener("afterprint", () => { if (screen) show(screen.x, screen.y, screen.wide); });

    return { fit, seek, around, open };
  }
})();
