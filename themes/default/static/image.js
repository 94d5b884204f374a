/* The map as an image: the drawing that a button names, drawn by the browser, whose fonts it brings along. */
theatrum.saveImage = async (button) => {
  "use strict";
  const { make } = theatrum;
  const WIDTH = 1600;
  const label = button.textContent;
  const address = new URL(button.dataset.image, document.baseURI);
  const view = address.hash.slice(1);
  const folders = address.pathname.split("/");
  const game = folders.at(folders.at(-2) === "maps" ? -3 : -2);
  let file = null;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    const seen = (view && drawing.querySelector(`view[id="${CSS.escape(view)}"]`)) || drawing;
    const [, , width, height] = seen.getAttribute("viewBox").split(/[\s,]+/).map(Number);
    const canvas = make("canvas", { width: WIDTH, height: Math.ceil(WIDTH * height / width) });
    // Not every browser draws what has no size of its own.
    drawing.setAttribute("width", canvas.width);
    drawing.setAttribute("height", canvas.height);
    file = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" }));
    const image = make("img", { src: view ? `${file}#${view}` : file });
    await image.decode();
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const data = await new Promise((done) => { canvas.toBlob(done); });
    const link = make("a", { href: URL.createObjectURL(data), download: `${game}-${view || "map"}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  } catch {
    // A page from the disk may read no other file.
    button.textContent = "Not here: take the SVG";
    setTimeout(() => { button.textContent = label; }, 2500);
  } finally {
    if (file) URL.revokeObjectURL(file);
  }
};
