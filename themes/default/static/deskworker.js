/* The program of the desk in a worker of its own, so that the page never waits for it.
   Told {ask: "wake", ruleset}, it wakes, and says {stage, share} meanwhile. Asked {id, ask, ...}, it
   answers {id, ...}; after the first answer it says {files}: what it loaded.
   All files come from the folder desk/ beside this script, and the packs of the program are checked by
   the hashes that the build wrote. */

// Asked for beside the list, not before it.
const waking = import("./deskwake.js");
const FOLDER = new URL("desk/", self.location.href).href;
const stage = (name, share) => self.postMessage({ stage: name, share });
let awake = null;

/* The first try imports what tries and what draws. It is done while the reader still writes, in two
   parts, so that a question in between does not wait for both. */
const SOON = 300;
const trials = [{ ask: "attempt", texts: {} }, { ask: "attempt", texts: {}, draw: true }];
function warmUp(answer) {
  const trial = trials.shift();
  if (!trial) return;
  setTimeout(() => {
    try { answer(JSON.stringify(trial)); } catch { /* told when somebody tries it */ }
    warmUp(answer);
  }, SOON);
}

async function start(ruleset) {
  stage("ask", 0.05);
  const listed = await (await fetch(`${FOLDER}files.json`)).json();
  const indexURL = FOLDER + listed.runtime;
  const get = async (name) => {
    const answer = await fetch(`${FOLDER}${name}.gz`, { integrity: listed.packs[name] });
    if (!answer.ok) throw new Error(`${name}.gz: ${answer.status}`);
    return answer.arrayBuffer();
  };
  const { wake } = await waking;
  return wake({
    load: () => import(`${indexURL}pyodide.mjs`),
    indexURL,
    lock: JSON.stringify(listed.lock),
    packs: ["program", ruleset].map(get),
    stage,
  });
}

self.onmessage = async ({ data: { id, ...message } }) => {
  if (message.ask === "wake") {
    awake = start(message.ruleset);
    awake.catch(() => {}); // told to whoever asks
    return;
  }
  try {
    const { answer } = await awake;
    const began = performance.now();
    const found = JSON.parse(answer(JSON.stringify(message)));
    self.postMessage({ id, took: performance.now() - began, ...found });
    if (message.ask !== "boot") return;
    self.postMessage({ files: [self.location.href, ...performance.getEntriesByType("resource").map((entry) => entry.name)] });
    warmUp(answer);
  } catch (error) {
    self.postMessage({ id, failed: String(error?.message ?? error).trim().split("\n").at(-1) });
  }
};
