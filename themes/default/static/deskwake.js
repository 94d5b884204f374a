/* Wakes the program of the desk: the runtime starts, the packs are unpacked, the judge is imported.
   Gives a function from a message to its answer, both as JSON. It asks nobody for anything by itself:
   `load` gives the runtime's module, `packs` promise the bytes of the packs as they were published. */
export async function wake({ load, indexURL, lock, packs, stage }) {
  const unzipped = packs.map((pack) => pack.then(unzip));
  unzipped.forEach((one) => one.catch(() => {})); // told when it is waited for
  stage("load", 0.1);
  const { loadPyodide } = await load();
  stage("start", 0.2);
  const python = await loadPyodide({ indexURL, stdLibURL: `${indexURL}library.zip`, lockFileContents: lock });
  stage("unpack", 0.75);
  for (const pack of await Promise.all(unzipped)) unpack(pack, python.FS);
  stage("import", 0.85);
  // Nothing is written, and nothing of the page is within the program's reach.
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}"); sys.dont_write_bytecode = True`);
  const answer = python.runPython("from generator.desk import answer; answer");
  return { answer: (message) => answer(message), python };
}

const PLACE = "/lib/desk";

async function unzip(data) {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* A pack: a line of JSON, [[path, length], ...], and all files behind it. */
function unpack(pack, FS) {
  const end = pack.indexOf(10);
  let start = end + 1;
  for (const [path, length] of JSON.parse(new TextDecoder().decode(pack.subarray(0, end)))) {
    const file = `${PLACE}/${path}`;
    FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    // The file is that part of the pack, not a copy of it.
    FS.writeFile(file, pack.subarray(start, start + length), { canOwn: true });
    start += length;
  }
}
