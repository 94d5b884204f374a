/* The fonts of all pages, which the build puts into this file. They are there before a page is drawn: no page
   shows other letters first, and nothing moves when they come. */
for (const [family, facts, data] of [
  ["EB Garamond", { weight: "400" }, "fonts/EBGaramond-Regular.woff2"],
  ["EB Garamond", { style: "italic" }, "fonts/EBGaramond-Italic.woff2"],
  ["EB Garamond", { weight: "600 700" }, "fonts/EBGaramond-Bold.woff2"],
  ["Alegreya Sans", { weight: "400 500" }, "fonts/AlegreyaSans-Regular.woff2"],
  ["Alegreya Sans", { weight: "600 700" }, "fonts/AlegreyaSans-Bold.woff2"],
]) {
  // A theme need not ship them all.
  if (data) document.fonts.add(new FontFace(family, Uint8Array.from(atob(data), (one) => one.charCodeAt(0)), facts));
}
