// The client as people get it: packed, and installed from its tarball into an empty folder.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pack } from "../../../scripts/packing";
import { rootDirectory } from "../../../scripts/settings";
import { engineDeployment, sharedEngine } from "../../../tests/support/engineDeployment";
import { client, createProject, dataOf, runner } from "../../../tests/support/fixtures";

const run = promisify(execFile);
const deployment = engineDeployment();
const job = runner(deployment);
const packageFolder = path.join(rootDirectory, "packages/client");
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-client-"));
  const { file } = pack("client", folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", file], { cwd: folder });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The code of the README, as one program. */
function examples(language: string): string {
  const readme = readFileSync(path.join(packageFolder, "README.md"), "utf8");
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g"))].map(([, code]) => code).join("\n");
}

async function compile(files: string[], resolution: "node16" | "bundler"): Promise<string> {
  const module = resolution === "node16" ? "node16" : "esnext";
  const compiler = path.join(rootDirectory, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--jsx", "react-jsx", "--target", "es2022", "--types", ""];
  const args = [compiler, ...options, "--module", module, "--moduleResolution", resolution, ...files];
  return await run(process.execPath, args, { cwd: folder }).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

it("has no dependencies, and only the files that programs need", () => {
  const installed = readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  expect(installed).toEqual(["@switchyard"]);
  const files = readdirSync(path.join(folder, "node_modules/@switchyard/client"));
  expect(files.toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
});

it("the examples of the README compile strictly, whichever way modules are resolved", async () => {
  writeFileSync(path.join(folder, "readme.ts"), examples("ts"));
  expect(await compile(["readme.ts"], "bundler")).toBe("");
  expect(await compile(["readme.ts"], "node16")).toBe("");
  writeFileSync(
    path.join(folder, "wrong.ts"),
    `${examples("ts")}\nawait client.runs.start({ workflowId: 1, prompt: "" });`,
  );
  expect(await compile(["wrong.ts"], "bundler")).toContain("'number' is not assignable to type 'string'");
});

it("the examples of the README run", async () => {
  const { apiKey } = await createProject(deployment);
  const { httpUrl } = await sharedEngine();
  const program = examples("ts").replace("http://127.0.0.1:3211", httpUrl).replace("svc_test_...", apiKey);
  const { code } = await transform(program, { loader: "ts", target: "es2022" });
  writeFileSync(path.join(folder, "readme.mjs"), code);
  const ended = run(process.execPath, ["readme.mjs"], { cwd: folder });
  const api = client(deployment, apiKey);
  const started = async () => (await dataOf(api.get("/runs")))[0]?.id;
  await expect.poll(started, { timeout: 30_000 }).toEqual(expect.any(String));
  for (const status of ["running", "completed"]) await job.call("run.updateStatus", { runId: await started(), status });
  const { stdout } = await ended;
  expect(stdout.split("\n").slice(0, 2)).toEqual(["1 run.created", expect.stringMatching(/^2 run\./)]);
  expect(stdout).toMatch(/\ncompleted 0\nNotFoundError NOT_FOUND [0-9a-f-]{36}\n$/);
});

it("a dashboard in a repository of its own is typed, with Convex beside the client", async () => {
  for (const name of ["convex", "react", "@types/react", "csstype"]) {
    const place = path.join(folder, "node_modules", name);
    if (name.startsWith("@")) cpSync(path.join(rootDirectory, "node_modules", name), place, { recursive: true });
    else symlinkSync(path.join(rootDirectory, "node_modules", name), place);
  }
  const dashboard = `declare const projectId: string; declare const id: string;\n${examples("tsx")}
    export const status: string | undefined = run?.status;`;
  writeFileSync(path.join(folder, "dashboard.tsx"), dashboard);
  expect(await compile(["dashboard.tsx"], "bundler")).toBe("");
  expect(await compile(["dashboard.tsx"], "node16")).toBe("");
  writeFileSync(path.join(folder, "mistaken.tsx"), dashboard.replace("dashboard.get", "dashboard.gat"));
  expect(await compile(["mistaken.tsx"], "bundler")).toContain("'gat' does not exist");
});
