// Fails when `convex/_generated` differs from what the official CLI generates from the sources. With `--write` it
// writes that folder, and docs/reference.md too, which a test compares with the code. The CLI needs a deployment
// and writes into the folder that it reads, so it works on a copy of the sources, with an engine started only for this.
// The same is done with what the packages know about the service.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEngine } from "../engine/startEngine";
import { clientCode } from "./clientCode";
import type { OpenApiDocument } from "./clientCode";
import { asksForHelp } from "./help";
import { liveTypes, liveTypesFile } from "./liveTypes";
import { withProductTypes } from "./productTypes";
import { runConvexCli } from "./push";
import { runnerTypes, runnerTypesFile } from "./runnerTypes";
import { rootDirectory } from "./settings";
import { runTests } from "./testRun";

const usage = `Usage: npm run codegen
Generates convex/_generated, docs/reference.md, the lists of docs/mcp.md and docs/cli.md and the page of documentation from
the sources.`;

const generatedDirectory = path.join(rootDirectory, "convex/_generated");
const buildDirectory = path.join(rootDirectory, ".build");
mkdirSync(buildDirectory, { recursive: true });
/**
 * The copy is below the root, so that the packages are found from it. Its name is unique, so that two checks can run at
 * once.
 */
const copyDirectory = mkdtempSync(path.join(buildDirectory, "codegen-"));
const madeDirectory = path.join(copyDirectory, "convex/_generated");

async function main(): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) return console.log(usage);
  copySources();
  const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-codegen-"));
  const mask = process.umask(0o077);
  const engine = await startEngine({ dataDir, host: "127.0.0.1", socketPort: 0, httpPort: 0, contexts: "fresh" });
  // Nobody else may read the data of the engine. What is generated belongs to the sources.
  process.umask(mask);
  const result = await runConvexCli(["codegen", "--typecheck", "disable"], {
    appDirectory: copyDirectory,
    socketUrl: engine.socketUrl,
    adminKey: engine.adminKey,
  });
  await engine.stop();
  rmSync(dataDir, { recursive: true });
  if (result.kind === "done" && process.argv.includes("--write")) {
    cpSync(madeDirectory, generatedDirectory, { recursive: true });
    writeAll(packageTypes());
    // The page of documentation has guides that the documents of tools and commands become.
    const written = [
      ["tests/docs/cli.test.ts", "tests/docs/mcp.test.ts"],
      ["tests/contract.test.ts", "scripts/docs/page.test.ts"],
    ];
    for (const tests of written) if (!(await runTests(["node"], [...tests, "--update"]))) process.exitCode = 1;
    writeAll(clientCode(openApiDocument()));
    return;
  }
  const problems = result.kind === "failed" ? [result.output] : differences();
  if (problems.length === 0) return console.log("The generated code is current.");
  for (const problem of problems) console.error(problem);
  console.error("Run `npm run codegen` and commit the result.");
  process.exitCode = 1;
}

function copySources(): void {
  cpSync(path.join(rootDirectory, "convex"), path.join(copyDirectory, "convex"), {
    recursive: true,
    filter: (source) => source !== generatedDirectory && !source.endsWith(".test.ts"),
  });
  cpSync(path.join(rootDirectory, "package.json"), path.join(copyDirectory, "package.json"));
}

function differences(): string[] {
  const names = new Set([...listFiles(generatedDirectory), ...listFiles(madeDirectory)]);
  const stale = [...names].flatMap((name) => {
    const isSame = readIfThere(path.join(generatedDirectory, name)) === readIfThere(path.join(madeDirectory, name));
    return isSame ? [] : [`convex/_generated/${name} is not what the CLI generates.`];
  });
  const inPackages = Object.entries({ ...packageTypes(), ...clientCode(openApiDocument()) })
    .filter(([file, text]) => readIfThere(path.join(rootDirectory, file)) !== text)
    .map(([file]) => `${file} is not what the service says.`);
  return [...stale, ...inPackages];
}

/** The types of the service that packages have, by their files. */
function packageTypes(): Record<string, string> {
  return withProductTypes(copyDirectory, (types) => ({
    [runnerTypesFile]: runnerTypes(types),
    [liveTypesFile]: liveTypes(types),
  }));
}

/** tests/contract.test.ts compares the document with the code. */
function openApiDocument(): OpenApiDocument {
  const file = path.join(rootDirectory, "convex/openapi/document.json");
  return JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
}

function writeAll(texts: Record<string, string>): void {
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(rootDirectory, file), text);
}

function listFiles(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

try {
  await main();
} finally {
  rmSync(copyDirectory, { recursive: true });
}
