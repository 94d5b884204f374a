/* Maps as images: drawings, drawn by the browser, whose fonts they bring along. */
/* A canvas with the drawing at an address, or the view of it that the address names. */
theatrum.drawMap = async (address, width) => {
  "use strict";
  const { make } = theatrum;
  const view = address.hash.slice(1);
  let file = null;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    const seen = (view && drawing.querySelector(`view[id="${CSS.escape(view)}"]`)) || drawing;
    const [, , wide, high] = seen.getAttribute("viewBox").split(/[\s,]+/).map(Number);
    const canvas = make("canvas", { width, height: Math.ceil(width * high / wide) });
    // Not every browser draws what has no size of its own.
    drawing.setAttribute("width", canvas.width);
    drawing.setAttribute("height", canvas.height);
    file = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" }));
    const image = make("img", { src: view ? `${file}#${view}` : file });
    await image.decode();
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    if (file) URL.revokeObjectURL(file);
  }
};
/* Gives the reader a file that `make` makes; meanwhile, and where it cannot be made, its button says so. */
theatrum.saveFile = async (button, name, make, otherwise) => {
  "use strict";
  const label = button.textContent;
  button.disabled = true;
  try {
    const link = theatrum.make("a", { href: URL.createObjectURL(await make()), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    button.textContent = label;
  } catch {
    // A page from the disk may read no other file.
    button.textContent = otherwise;
    setTimeout(() => { button.textContent = label; }, 2500);
  }
  button.disabled = false;
};
theatrum.saveImage = (button) => {
  "use strict";
  const address = new URL(button.dataset.image, document.baseURI);
  const folders = address.pathname.split("/");
  const game = folders.at(folders.at(-2) === "maps" ? -3 : -2);
  const draw = async () => {
    const canvas = await theatrum.drawMap(address, 1600);
    return new Promise((done) => { canvas.toBlob(done); });
  };
  theatrum.saveFile(button, `${game}-${address.hash.slice(1) || "map"}.png`, draw, "Not here: take the SVG");
};
