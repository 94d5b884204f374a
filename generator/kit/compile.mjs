/* Compiles the modules of an archive with the very Python that will run them:
     node compile.mjs RUNTIME-FOLDER GIVEN.zip OUT zip|pack
   Most of the time until the desk answers would otherwise be spent compiling. What is no module is kept
   as it is. A zip is for the library, which Python imports from as it stands. A pack is for what the
   worker unpacks: gzip of a line of JSON, [[path, length], ...], and all files behind it. */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, given, out] = process.argv.slice(2, 5).map((one) => path.resolve(one));
const form = process.argv[5];
const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")));
const lockFileContents = fs.readFileSync(path.join(runtime, "lock.json"), "utf8");
const python = await loadPyodide({ indexURL: runtime + path.sep, lockFileContents });
python.FS.writeFile("/given.zip", fs.readFileSync(given));
python.globals.set("form", form);
try {
  python.runPython(`
import ast, gzip, importlib.util, json, marshal, zipfile

DATE = (1980, 1, 1, 0, 0, 0)  # the same bytes, whenever they are made
made = []

def without_docstrings(tree):
    # A third of compiled modules, and nobody reads them there.
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                # An import of the future is the first statement of a module.
                node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), first)]
    return tree

def without_lines(code):
    # Nobody mends other people's modules by the lines of a traceback.
    inner = tuple(without_lines(one) if hasattr(one, "co_code") else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)

with zipfile.ZipFile("/given.zip") as files:
    for name in sorted(files.namelist()):
        data = files.read(name)
        if name.endswith(".py"):
            own = name.startswith(("generator/", "mapsvg/"))  # whose assertions stay
            tree = without_docstrings(ast.parse(data, "/" + name))
            code = compile(tree, "/" + name, "exec", dont_inherit=True, optimize=0 if own else 2)
            code = code if own else without_lines(code)
            # Marked as not to be compared with a source, which is not there.
            data = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)
            name += "c"
        made.append((name, data))
if form == "zip":
    with zipfile.ZipFile("/out", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in made:
            packed.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED)
else:
    head = json.dumps([[name, len(data)] for name, data in made]) + "\\n"
    whole = head.encode() + b"".join(data for _, data in made)
    with open("/out", "wb") as file:
        file.write(gzip.compress(whole, 9, mtime=0))
`);
  fs.writeFileSync(out, python.FS.readFile("/out"));
  process.exit(0);
} catch (error) {
  console.error(String(error.message).trim().split("\n").at(-1));
  process.exit(1);
}
