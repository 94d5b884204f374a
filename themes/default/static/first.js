/* What a page needs before it is drawn: the theme, room for controls that scripts need, the rows of the
   reader's own power, and its fonts. */
((page) => {
  "use strict";
  const root = page.documentElement;
  const kept = (name) => localStorage.getItem(name) ?? "";
  root.classList.add("js");
  let eyes = matchMedia("(prefers-contrast: more)").matches;
  try {
    eyes = kept("eyes") || eyes;
    const theme = kept("theme");
    if (/^(light|dark)$/.test(theme)) root.dataset.theme = theme;
    const own = root.dataset.of ? kept(`power:${root.dataset.of}`) : "";
    if (/^[a-z0-9-]+$/.test(own)) {
      root.dataset.own = own;
      page.head.append(Object.assign(page.createElement("style"), { textContent: `tbody:has(>#pw-${own}),[data-power="${own}"]{order:-1}` }));
    }
  } catch { /* private window */ }
  if (eyes) page.write(`<script src="${new URL("eyes.js", page.currentScript.src)}"><\/script>`);

  // No page is drawn in one font and then in another: half a second after the reader asked for it, it
  // is drawn. From a disk the fonts are there at once, however long the machine thinks.
  const rest = 500 - (location.host ? performance.now() : 0);
  root.classList.add(rest > 0 ? "wait" : "late");
  if (rest <= 0) return;
  const fonts = [...page.fonts];
  const show = () => {
    clearTimeout(end);
    root.classList.remove("wait");
  };
  const end = setTimeout(() => root.classList.replace("wait", "late"), rest);
  Promise.all(fonts.map((font) => font.load())).then(show, () => {});
  // Fonts that are there by now are known to be only after the page has been laid out.
  addEventListener("DOMContentLoaded", () => {
    if (fonts.every((font) => font.status === "loaded")) show();
  });
})(document);
