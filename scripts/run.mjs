// Runs a TypeScript entry in this process: `sh scripts/node.sh scripts/run.mjs <entry.ts> [arguments]`. esbuild bundles
// the entry into `.build/`, with source maps and without most packages. The bundle is used again until a source file of
// it changes; until then a start only has to read those files. Node could run the sources themselves, but a start would
// take 200 ms instead of 125, and 16 MB more.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
// `.build/` is as deep as `scripts/`, so that `new URL("..", import.meta.url)` is the root in a bundle and in its
// source alike.
const build = path.join(root, ".build");
/**
 * These packages become part of the bundle. Node would look for each of their files at every start, which takes several
 * times as long as to load them from one file. It would also load a package that only a part of the command needs, even
 * when that part is not used.
 */
const inBundle = /^(acorn|buffer-crc32|commander|jose|pend|sax|ws|yauzl|yazl|zod|@agentclientprotocol\/sdk)(\/.*)?$/;
const bundledPackages = {
  name: "bundled packages",
  setup: ({ onResolve }) =>
    onResolve({ filter: inBundle }, ({ path: name, kind, importer }) => {
      // Some packages have one file for `import` and another for `require`.
      const isRequired = kind === "require-call";
      return { path: isRequired ? createRequire(importer).resolve(name) : fileURLToPath(import.meta.resolve(name)) };
    }),
};
/** Packages written for CommonJS call `require` for what Node has built in. */
const requireOfBundle = `import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);`;

export async function run(entry, args) {
  process.setSourceMapsEnabled(true);
  process.argv.splice(1, process.argv.length, path.join(root, entry), ...args);
  await import(pathToFileURL(await bundle(entry)).href);
}

/**
 * Returns the path of an up-to-date bundle. Its name holds a hash, so starts at the same time never read an incomplete
 * one.
 */
async function bundle(entry) {
  const name = entry.replace(/\.ts$/, "").replaceAll(/[^a-zA-Z0-9]/g, "-");
  const recordFile = path.join(build, `${name}.json`);
  const record = readRecord(recordFile);
  if (record && record.digest === digestOf(record.inputs)) return path.join(build, record.output);

  const esbuild = await import("esbuild");
  const result = await esbuild.build({
    entryPoints: [path.join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    plugins: [bundledPackages],
    banner: { js: requireOfBundle },
    platform: "node",
    format: "esm",
    target: "node24",
    sourcemap: "linked",
    // Node reads the whole map at every start. It finds the sources where they are.
    sourcesContent: false,
    metafile: true,
    write: false,
    outfile: path.join(build, `${name}.mjs`),
  });
  // esbuild works in a separate process, which would otherwise keep its 200 MB while the entry runs.
  await esbuild.stop();
  // The lock file represents the packages.
  const inputs = Object.keys(result.metafile.inputs).filter((input) => !input.startsWith("node_modules/"));
  const digest = digestOf(inputs);
  const output = `${name}.${digest.slice(0, 16)}.mjs`;
  fs.mkdirSync(build, { recursive: true });
  for (const file of result.outputFiles) {
    const isMap = file.path.endsWith(".map");
    const text = isMap ? file.text : file.text.replace(`=${name}.mjs.map`, `=${output}.map`);
    writeWhole(path.join(build, isMap ? `${output}.map` : output), text);
  }
  writeWhole(recordFile, JSON.stringify({ digest, inputs, output }));
  removeFormer(name, output);
  return path.join(build, output);
}

function readRecord(file) {
  if (!fs.existsSync(file)) return null;
  const record = JSON.parse(fs.readFileSync(file, "utf8"));
  return fs.existsSync(path.join(build, record.output)) ? record : null;
}

/**
 * Returns a digest of the source files. It includes this file and the lock file, which decide how the bundle is made.
 */
function digestOf(inputs) {
  const hash = createHash("sha256");
  for (const input of ["scripts/run.mjs", "package-lock.json", ...inputs]) {
    const file = path.join(root, input);
    hash.update(`${input}\0`).update(fs.existsSync(file) ? fs.readFileSync(file) : "\0gone");
  }
  return hash.digest("hex");
}

function writeWhole(file, text) {
  const partial = `${file}.${process.pid}`;
  fs.writeFileSync(partial, text);
  fs.renameSync(partial, file);
}

/**
 * Deletes former bundles. A process that still runs one has it in memory, and reads its source map only for the first
 * error.
 */
function removeFormer(name, current) {
  const former = new RegExp(`^${name}\\.[0-9a-f]{16}\\.mjs(\\.map)?$`);
  for (const file of fs.readdirSync(build)) {
    if (former.test(file) && !file.startsWith(current)) fs.rmSync(path.join(build, file), { force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [entry, ...args] = process.argv.slice(2);
  await run(entry, args);
}
