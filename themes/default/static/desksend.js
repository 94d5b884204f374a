/* What becomes of a sheet: a letter to copy, to mail, to keep, and to seal. Nothing leaves
   the page but by the reader's own press of a button. */
(() => {
  "use strict";
  const { one, make, load } = theatrum;
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
  function save(name, text) {
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  /* Shows what can be sent. `desk` are the data of the page; gives what is to be called with the power
     and the orders whenever they change. */
  theatrum.deskSend = (desk) => {
    const { send } = desk;
    let power = "";
    let orders = "";
    let sealed = null;

    const letter = () => `${desk.title}\n${desk.powers[power] ?? ""}, ${desk.phase}\n\n${orders.trim()}\n`;
    const name = () => `${desk.game}-${desk.phase.replace(/\s+/g, "-")}-${power || "orders"}`;
    const mail = (text) => {
      const subject = `${desk.title}: ${desk.powers[power] ?? ""}, ${desk.phase}`;
      return `mailto:${send.mail}?subject=${encoded(subject)}&body=${encoded(text.replace(/\n/g, "\r\n"))}`;
    };

    function show() {
      one("#letter").textContent = power ? letter() : "Choose your power first.";
      one("#mail").href = mail(letter());
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
