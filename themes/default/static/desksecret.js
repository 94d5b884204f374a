/* The secret sheet of a player: what the referee's reminder told one power alone. It is read from a
   file here, stands on the page until that is left, and goes nowhere: into no draft, no letter, no link.
   What it has for the program of the desk is in `theatrum.desk.secret`. */
(() => {
  "use strict";
  const { one, make } = theatrum;
  const LONGEST = 2_000_000;
  const SHEET = /\[secret sheet: ([a-z0-9-]+), ([a-z0-9-]+), (\d+ [a-z0-9-]+)\]\n([^]*?)\n\[end of the secret sheet\]/g;
  const DATA = "[for the program of the desk]\n";
  const input = one("#secret");
  if (!input) return;
  const desk = JSON.parse(one("#desk-data").textContent);
  const seat = one("#seat");
  const said = one("#secret-said");
  const told = one("#secret-text");

  /* The text of a mail as it was saved: quoted-printable or base64 becomes what was written. */
  function readable(raw) {
    const bytes = (text) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const decoded = (text) => new TextDecoder().decode(bytes(text));
    let text = raw.replace(/\r\n?/g, "\n");
    if (/^content-transfer-encoding:\s*quoted-printable/im.test(text)) {
      text = text.replace(/=\n/g, "").replace(/((?:=[0-9A-F]{2})+)/gi, (codes) => decoded(codes.replace(/=([0-9A-F]{2})/gi, (all, hex) => String.fromCharCode(parseInt(hex, 16)))));
    }
    if (/^content-transfer-encoding:\s*base64/im.test(text)) {
      text = text.replace(/^(?:[A-Za-z0-9+/]{20,}\n)*[A-Za-z0-9+/]{2,}={0,2}$/gm, (block) => {
        try { return decoded(atob(block.replace(/\n/g, ""))).replace(/\r\n?/g, "\n"); } catch { return block; }
      });
    }
    // A mail that was forwarded or answered has its lines behind ">".
    return text.replace(/^(?:> ?)+/gm, "");
  }
  const found = (raw) => [...readable(raw).matchAll(SHEET)].map(([, game, power, phase, lines]) => ({ game, power, phase, lines }));
  /* What the program takes up of a sheet: private tables of this power. Nothing of a broken one. */
  function tablesIn(data = "") {
    try {
      const bytes = Uint8Array.from(atob(data.replace(/\s/g, "")), (sign) => sign.charCodeAt(0));
      return JSON.parse(new TextDecoder().decode(bytes) || "{}");
    } catch { return {}; }
  }
  function hand(tables) {
    theatrum.desk.secret = tables;
    dispatchEvent(new Event("secret"));
  }
  const name = (power) => desk.powers[power] ?? power;

  function hide(words = "") {
    told.hidden = true;
    told.replaceChildren();
    said.textContent = words;
    if (theatrum.desk.secret) hand(undefined);
  }
  function show(sheets) {
    const own = sheets.filter((sheet) => sheet.game === desk.game);
    if (!sheets.length) return hide("There is no secret sheet in this file. It stands in the mail that reminded you of your orders.");
    if (!own.length) return hide(`This sheet is of another game, ${sheets[0].game}.`);
    if (!seat.value && own[0].power in desk.powers) {
      seat.value = own[0].power;
      seat.dispatchEvent(new Event("change"));
    }
    const sheet = own.findLast((one) => one.power === seat.value);
    if (!sheet) return hide(`This is the sheet of ${name(own[0].power)}, and you play ${name(seat.value) || "nobody yet"}.`);
    said.textContent = sheet.phase === desk.phase ? "" : `This sheet is of ${sheet.phase}, and the game waits for ${desk.phase}.`;
    const [words, data] = sheet.lines.split(DATA);
    told.replaceChildren(make("b", {}, `Told to ${name(sheet.power)} alone`), make("pre", {}, words.trim()));
    told.hidden = false;
    if (sheet.phase === desk.phase) hand(tablesIn(data));
    one("#said").textContent = `The secret sheet of ${name(sheet.power)} is shown.`;
    return undefined;
  }

  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    if (file.size > LONGEST) hide("This file is too long to be a mail.");
    else show(found(await file.text()));
    // The same file may be chosen again; and the page keeps not even its name.
    input.value = "";
  });
  seat.addEventListener("change", () => hide());
})();
