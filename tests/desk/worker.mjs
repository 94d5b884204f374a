/* The worker's program without a browser: a message on each line of the input, its answer on each line of
   the output.   node worker.mjs deskwake.js RUNTIME-FOLDER PACK.gz...
   The message {"ask": "modules"} is answered with the names of all modules that were imported. */
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [script, folder, ...packs] = process.argv.slice(2);
// As a module, whatever its name ends with: a browser is told so by the page.
const { wake } = await import(`data:text/javascript,${encodeURIComponent(fs.readFileSync(script, "utf8"))}`);
const indexURL = path.resolve(folder) + path.sep;
const { answer, python } = await wake({
  load: () => import(pathToFileURL(`${indexURL}pyodide.mjs`)),
  indexURL,
  lock: fs.readFileSync(`${indexURL}lock.json`, "utf8"),
  packs: packs.map((pack) => Promise.resolve(fs.readFileSync(pack))),
  stage: () => {},
});
const modules = () => python.runPython("import sys, json; json.dumps(sorted(sys.modules))");
for await (const line of readline.createInterface({ input: process.stdin })) {
  console.log(line === '{"ask": "modules"}' ? modules() : answer(line));
}
process.exit(0);
