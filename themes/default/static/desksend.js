/* What becomes of a sheet: a letter to copy, to mail, to keep, to propose, and to seal. Nothing leaves
   the page but by the reader's own press of a button. */
(() => {
  "use strict";
  const { one, make, load } = theatrum;
  // Beyond this GitHub and some browsers cut an address: then the text is copied instead.
  const LONGEST = 7500;
  const NOTHING = "# no orders, on purpose";
  const encoded = encodeURIComponent;
  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /* The mark of a letter, as the receipt says it: who has the same one has the same letter. */
  async function markOf(text) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return hex(digest).slice(0, 20).match(/.{4}/g).join("-");
  }
  /* The letter with the remarks that bind it to its game, power, phase and time. Without the salt a
     mark would tell a short sheet to whoever tries all that it may hold. */
  function bound(letter, { game, power, phase }) {
    const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
    const at = new Date().toISOString().replace(/\.\d+Z$/, "Z");
    return `${letter.trimEnd()}\n\n# sealed for: ${game}, ${power}, ${phase}\n# sealed at: ${at}\n# salt: ${salt}\n`;
  }
  /* A file of orders, as a game with public ones keeps it: what else the sheet says goes by mail. */
  function orderFile(phase, sheet) {
    const orders = theatrum.desk.ordersOf(sheet).trim();
    const text = (!orders && /^\s*no\s+orders/im.test(sheet) ? NOTHING : orders).replace(/\\/g, "\\\\").replace(/"/g, '\\"');
    return `[${phase}]\norders = """\n${text}\n"""\n`;
  }
  function save(name, text) {
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  /* Shows what can be sent. `desk` are the data of the page; gives what is to be called with the power
     and the orders whenever they change. */
  theatrum.deskSend = (desk) => {
    const { send } = desk;
    const [year, phase] = desk.phase.split(" ");
    let power = "";
    let orders = "";
    let sealed = null;

    const letter = () => `${desk.title}\n${desk.powers[power] ?? ""}, ${desk.phase}\n\n${orders.trim()}\n`;
    const name = () => `${desk.game}-${desk.phase.replace(/\s+/g, "-")}-${power || "orders"}`;
    const mail = (text) => {
      const subject = `${desk.title}: ${desk.powers[power] ?? ""}, ${desk.phase}`;
      return `mailto:${send.mail}?subject=${encoded(subject)}&body=${encoded(text.replace(/\n/g, "\r\n"))}`;
    };
    /* The address of a new file with a text; where it would be too long, without the text. */
    const proposal = (file, text) => {
      const address = `${send.new}?filename=${encoded(file)}`;
      const whole = `${address}&value=${encoded(text)}`;
      return whole.length <= LONGEST ? { href: whole } : { href: address, text };
    };
    /* Lets a link copy the text that its address has no room for. */
    const leads = (link, said, way) => {
      if (!link) return;
      link.href = way.href;
      link.onclick = way.text ? () => { navigator.clipboard?.writeText(way.text).catch(() => {}); } : null;
      if (said) said.textContent = way.text ? "The sheet is copied when you press this: paste it into the file that opens." : "";
    };

    function show() {
      one("#letter").textContent = power ? letter() : "Choose your power first.";
      one("#mail").href = mail(letter());
      const file = `${power}.toml`;
      const text = orderFile(phase, orders);
      // A file that is there is changed by hand: its other phases have to stay.
      const way = send.there.includes(power) ? { href: `${send.edit}/${file}`, text } : proposal(file, text);
      leads(one("#propose"), one("#propose-said"), way);
      if (one("#seal")) one("#seal").disabled = !power || !orders.trim();
    }
    function forget() {
      if (!sealed) return;
      sealed = null;
      one("#sealed").hidden = true;
      one("#seal").textContent = "Seal it";
      one("#seal-said").textContent = "Your orders have changed since you sealed them: seal them again.";
    }
    async function seal() {
      const button = one("#seal");
      const said = one("#seal-said");
      button.disabled = true;
      said.textContent = "";
      try {
        if (!self.crypto?.subtle) throw new Error("the page has to come from an address that begins with https");
        await load(send.sealer, location.protocol === "file:" ? {} : { integrity: send.integrity })
          .catch(() => { throw new Error("the script that seals could not be loaded"); });
        const [side, sheet] = [power, orders];
        const text = bound(letter(), { game: desk.game, power, phase: desk.phase });
        const made = { block: await theatrum.sealFor(send.recipients, text), mark: await markOf(text) };
        if (side !== power || sheet !== orders) throw new Error("the orders have changed meanwhile");
        sealed = made;
        one("#block").textContent = sealed.block.trimEnd();
        one("#mark").textContent = sealed.mark;
        one("#mail-sealed").href = mail(sealed.block);
        const file = `${desk.phase.replace(/\s+/g, "-")}-${sealed.mark.replace(/-/g, "").slice(0, 8)}.age`;
        leads(one("#propose-sealed"), null, proposal(file, sealed.block));
        one("#sealed").hidden = false;
        button.textContent = "Seal it again";
        one("#said").textContent = `Sealed. Its mark is ${sealed.mark}.`;
      } catch (error) {
        said.textContent = `It cannot be sealed here: ${error.message}.`;
      }
      button.disabled = false;
    }

    one("#save").addEventListener("click", () => save(`${name()}.txt`, letter()));
    one("#seal")?.addEventListener("click", seal);
    one("#save-sealed")?.addEventListener("click", () => save(`${name()}.age`, sealed.block));
    return (side, text) => {
      if (side !== power || text !== orders) forget();
      [power, orders] = [side, text];
      show();
    };
  };
})();
