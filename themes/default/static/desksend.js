/* What becomes of a sheet: a letter to copy, to mail and to keep. Nothing leaves the page but by
   the reader's own press of a button. */
(() => {
  "use strict";
  const { one, make } = theatrum;
  const encoded = encodeURIComponent;

  function save(name, text) {
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  /* Shows what can be sent. `desk` are the data of the page; gives what is to be called with the power
     and the orders whenever they change. */
  theatrum.deskSend = (desk) => {
    let power = "";
    let orders = "";

    const letter = () => `${desk.title}\n${desk.powers[power] ?? ""}, ${desk.phase}\n\n${orders.trim()}\n`;
    const name = () => `${desk.game}-${desk.phase.replace(/\s+/g, "-")}-${power || "orders"}`;
    const mail = (text) => {
      const subject = `${desk.title}: ${desk.powers[power] ?? ""}, ${desk.phase}`;
      return `mailto:${desk.mail}?subject=${encoded(subject)}&body=${encoded(text.replace(/\n/g, "\r\n"))}`;
    };

    one("#save").addEventListener("click", () => save(`${name()}.txt`, letter()));
    return (side, text) => {
      [power, orders] = [side, text];
      one("#letter").textContent = power ? letter() : "Choose your power first.";
      // Without an address there is no such button.
      if (desk.mail) one("#mail").href = mail(letter());
    };
  };
})();
