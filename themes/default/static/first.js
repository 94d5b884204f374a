/* What a page needs before it is drawn: the theme, room for controls that scripts need, and the rows of the
   reader's own power. */
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
})(document);
