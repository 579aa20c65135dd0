// Fails when `convex/_generated` differs from what the official CLI generates from the sources. With `--write` it
// writes that folder, and docs/reference.md too, which a test compares with the code. The CLI needs a deployment
// and writes into the folder that it reads, so it works on a copy of the sources, with an engine started only for this.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEngine } from "../engine/startEngine";
import { asksForHelp } from "./help";
import { runConvexCli } from "./push";
import { runnerTypes, runnerTypesFile } from "./runnerTypes";
import { rootDirectory } from "./settings";
import { runTests } from "./testRun";

const usage = `Usage: npm run codegen
Generates convex/_generated and docs/reference.md from the sources.`;

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
  const engine = await startEngine({ dataDir, host: "127.0.0.1", socketPort: 0, httpPort: 0, contexts: "fresh" });
  const result = await runConvexCli(["codegen", "--typecheck", "disable"], {
    appDirectory: copyDirectory,
    socketUrl: engine.socketUrl,
    adminKey: engine.adminKey,
  });
  await engine.stop();
  rmSync(dataDir, { recursive: true });
  if (result.kind === "done" && process.argv.includes("--write")) {
    cpSync(madeDirectory, generatedDirectory, { recursive: true });
    writeFileSync(path.join(rootDirectory, runnerTypesFile), runnerTypes(copyDirectory));
    if (!(await runTests(["node"], ["tests/contract.test.ts", "--update"]))) process.exitCode = 1;
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
  if (readIfThere(path.join(rootDirectory, runnerTypesFile)) === runnerTypes(copyDirectory)) return stale;
  return [...stale, `${runnerTypesFile} is not what the operations of the service say.`];
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
