/* The film of a game as a file: the maps of its replay one after the other, as an animated WebP, which forums
   show as an image. The browser makes each picture; here they are only put one behind the other. */
(() => {
  "use strict";
  const { one, all, load, mapOf, home } = theatrum;
  const button = one("[data-film]");
  const [WIDTH, QUALITY] = [800, 0.8];
  // Milliseconds; with more pictures than MANY each is shown for less time.
  const [EACH, LAST, MANY] = [1400, 4000, 90];

  const number = (value, bytes) => Uint8Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255);
  const chunk = (name, ...parts) => {
    const body = new Blob(parts);
    return new Blob([name, number(body.size, 4), body, ...(body.size % 2 ? ["\0"] : [])]);
  };
  /* The pixels of a still image, without its head. */
  async function pixels(still) {
    const bytes = new DataView(await still.arrayBuffer());
    const nameAt = (at) => String.fromCharCode(...new Uint8Array(bytes.buffer, at, 4));
    if (nameAt(8) !== "WEBP") throw new Error("this browser makes no WebP");
    for (let at = 12; at < bytes.byteLength;) {
      const size = 8 + bytes.getUint32(at + 4, true);
      if (/^VP8[ L]$/.test(nameAt(at))) return still.slice(at, at + size + size % 2);
      at += size + size % 2;
    }
    throw new Error("no pixels");
  }
  function film(pictures, height) {
    const corner = [number(WIDTH - 1, 3), number(height - 1, 3)];
    const pace = Math.min(1, MANY / pictures.length);
    const frames = pictures.map((own, at) => chunk(
      "ANMF", number(0, 6), ...corner, number(at === pictures.length - 1 ? LAST : EACH * pace, 3), number(0, 1), own,
    ));
    const parts = ["WEBP", chunk("VP8X", number(2, 4), ...corner), chunk("ANIM", number(0, 6)), ...frames];
    return new Blob([chunk("RIFF", ...parts)], { type: "image/webp" });
  }

  async function makeFilm() {
    const replay = new URL(button.dataset.film, document.baseURI);
    const page = new DOMParser().parseFromString(await (await fetch(replay)).text(), "text/html");
    const frames = all("a[data-frame]", page);
    const pictures = [];
    let height = 0;
    for (const { dataset } of frames) {
      button.textContent = `Picture ${pictures.length + 1} of ${frames.length}`;
      const map = await theatrum.drawMap(new URL(`../${mapOf(dataset.frame)}-view-whole`, replay), WIDTH);
      ({ height } = map);
      // No edge lets the picture before it show through.
      const pen = map.getContext("2d");
      pen.globalCompositeOperation = "destination-over";
      pen.fillStyle = "#f7f1e2";
      pen.fillRect(0, 0, WIDTH, height);
      pictures.push(await pixels(await new Promise((done) => { map.toBlob(done, "image/webp", QUALITY); })));
    }
    return film(pictures, height);
  }
  button.addEventListener("click", async () => {
    await load(`${home}image.js`);
    theatrum.saveFile(button, `${document.documentElement.dataset.of}.webp`, makeFilm, "Not here: see the replay");
  });
})();
