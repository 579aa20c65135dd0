// Two generators of clients that are not ours make code of the OpenAPI document by the lines of docs/api.md. The code
// compiles strictly, and works against a running service. They are installed here and are not in package.json: they
// weigh 56 MB, and both need a TypeScript beside ours, whose version 7 has no compiler in JavaScript for them to use.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { engineDeployment, sharedEngine } from "../support/engineDeployment";
import { createProject } from "../support/fixtures";

const run = promisify(execFile);
const deployment = engineDeployment();
let folder: string;

/** The lines of the section of docs/api.md about generators: one installs both, and each makes its code by one. */
function documentedLines(): string[] {
  const page = readFileSync(path.join(rootDirectory, "docs/api.md"), "utf8");
  const [, section = ""] = /^### Generated clients\n([^]*?)^##/m.exec(page) ?? [];
  const [, block = ""] = /```sh\n([^]*?)```/.exec(section) ?? [];
  return block.trim().split("\n");
}

/** Makes an issue, finds it in the list, and reads one that does not exist. */
const programs = {
  "openapi-typescript": `
    import createClient from "openapi-fetch";
    import type { paths } from "./switchyard";
    const client = createClient<paths>({
      baseUrl: process.env["SERVICE_URL"]!,
      headers: { Authorization: "Bearer " + process.env["API_KEY"]! },
    });
    const made = await client.POST("/api/v1/issues/create", { body: { title: "By openapi-fetch", priority: "high" } });
    if (made.error !== undefined) throw new Error(made.error.error.message);
    const id: string = made.data.data.id;
    const listed = await client.GET("/api/v1/issues/list", { params: { query: { limit: 10 } } });
    const titles: string[] = listed.data!.data.map((issue) => issue.title);
    const cursor: string | null = listed.data!.nextCursor;
    const missing = await client.GET("/api/v1/issues/get", { params: { query: { id: id + "x" } } });
    type Refusals = paths["/api/v1/issues/get"]["get"]["responses"];
    const code: Refusals[404]["content"]["application/json"]["error"]["code"] = "NOT_FOUND";
    const isNamed = missing.error?.error.code === code;
    console.log(JSON.stringify({ titles, cursor, isNamed, status: missing.response.status }));`,
  "@hey-api/openapi-ts": `
    import { issuesCreate, issuesGet, issuesList } from "./generated";
    import type { IssuesGetErrors } from "./generated";
    import { createClient } from "./generated/client";
    const client = createClient({ baseUrl: process.env["SERVICE_URL"]!, auth: process.env["API_KEY"]! });
    const made = await issuesCreate({ client, body: { title: "By hey-api", priority: "high" }, throwOnError: true });
    const id: string = made.data.data.id;
    const listed = await issuesList({ client, query: { limit: 10 }, throwOnError: true });
    const titles: string[] = listed.data.data.map((issue) => issue.title);
    const cursor: string | null = listed.data.nextCursor;
    const missing = await issuesGet({ client, query: { id: id + "x" } });
    const code: IssuesGetErrors[404]["error"]["code"] = "NOT_FOUND";
    const isNamed = missing.error?.error.code === code;
    console.log(JSON.stringify({ titles, cursor, isNamed, status: missing.response?.status }));`,
};
/** Node's part in the programs. */
const declarations = "declare const process: { env: Record<string, string | undefined> };\n";

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-generators-"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const { httpUrl } = await sharedEngine();
  for (const line of documentedLines()) {
    const here = line.replace("http://127.0.0.1:3211", httpUrl);
    await run("/bin/sh", ["-c", here], { cwd: folder }).catch((error: { message: string; stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}\nThis proof needs the package registry.`);
    });
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns what the compiler says about a file and all that it imports, declarations included. */
async function compile(name: string, program: string): Promise<string> {
  writeFileSync(path.join(folder, name), declarations + program);
  const compiler = path.join(rootDirectory, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", ""];
  const args = [compiler, ...options, "--module", "esnext", "--moduleResolution", "bundler", name];
  return await run(process.execPath, args, { cwd: folder }).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

async function output(name: string): Promise<unknown> {
  const outfile = path.join(folder, `${name}.mjs`);
  await build({ entryPoints: [path.join(folder, name)], outfile, bundle: true, format: "esm", platform: "node" });
  const { apiKey } = await createProject(deployment);
  const env = { SERVICE_URL: (await sharedEngine()).httpUrl, API_KEY: apiKey };
  const { stdout } = await run(process.execPath, [outfile], { env });
  return JSON.parse(stdout);
}

it("two generators are documented with the versions that are tested here", () => {
  const [install, ...made] = documentedLines();
  expect(install).toMatch(/^npm install (--save-\w+ )+(\S+@\d+\.\d+\.\d+ ?)+$/);
  expect(made.map((line) => line.split(" ")[1])).toEqual(Object.keys(programs));
});

describe.each(Object.entries(programs))("%s", (generator, program) => {
  const name = `by-${generator.replaceAll(/\W+/g, "-")}.ts`;

  it("makes code that compiles strictly, and refuses what the service would refuse", async () => {
    expect(await compile(name, program)).toBe("");
    const wrong: [string, string, string][] = [
      ["{ limit:", "{ limits:", "'limits' does not exist in type"],
      ['"high"', '"urgently"', "'\"urgently\"' is not assignable to type"],
      ["issue.title", "issue.heading", "'heading' does not exist on type"],
      ["?.error.code", "?.error.kind", "'kind' does not exist on type"],
      ['"NOT_FOUND"', '"LOST"', "'\"LOST\"' is not assignable to type '\"NOT_FOUND\"'"],
    ];
    for (const [right] of wrong) expect(program).toContain(right);
    const mistaken = wrong.reduce((text, [right, instead]) => text.replace(right, instead), program);
    const said = await compile("wrong.ts", mistaken);
    for (const [, , message] of wrong) expect(said).toContain(message);
  });

  it("makes code that works: an issue is made and listed, and a missing one is a typed refusal", async () => {
    await compile(name, program);
    const title = generator === "openapi-typescript" ? "By openapi-fetch" : "By hey-api";
    expect(await output(name)).toEqual({ titles: [title], cursor: null, isNamed: true, status: 404 });
  });
});
