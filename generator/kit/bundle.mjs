/* Makes one script of a module and all that it imports:  node bundle.mjs ESBUILD MODULE INSTEAD OUT
   INSTEAD stands for the post-quantum recipients of age. */
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [esbuild, module, instead, out] = process.argv.slice(2).map((path) => resolve(path));
const { build } = createRequire(import.meta.url)(esbuild);
await build({
  entryPoints: [module],
  outfile: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  alias: { "@noble/post-quantum/hybrid.js": instead },
  logLevel: "error",
});
process.exit(0);
