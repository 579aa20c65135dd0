// The endpoint and the field of convex/README.md are added to a copy of all sources, with a tool and a command for the
// endpoint. The endpoint answers, also with the field, and `npm test` passes there after changes of only those files
// that the page names. The short form runs all checks, and the tests that concern all endpoints and functions. The long
// form runs all tests.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { addPieces, editedFiles, exampleOf } from "../../scripts/readmePieces";
import { rootDirectory } from "../../scripts/settings";
import { runCommand } from "../support/command";
import { startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { bearer, client, createKey, createProject, dataOf } from "../support/fixtures";
import { connectMcp, toolAnswer } from "../support/mcpClient";
import { copyTree, isSource } from "../support/treeCopy";

const isLong = process.env["PROOFS"] === "long";
const testsOfAll =
  "cli/commands contract docs/cli docs/mcp dashboard/lostRights dashboard/matrix http/badInput http/fieldNames http/issues http/mcp http/readBudgets"
    .split(" ")
    .map((name) => `tests/${name}.test.ts`);

/** The read budgets do not depend on the number of rows, and fewer rows take less time. */
const environment = isLong ? {} : { READ_BUDGET_ROWS: "100" };

const endpoint = exampleOf("Adding an endpoint");
const field = exampleOf("Adding a field");
const reached = exampleOf("Adding a tool and a command");

let copy: string;
beforeAll(() => {
  copy = copyTree("new-endpoint");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function expectToPass(script: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await runCommand(script, args, environment, copy);
  // The end of a long output says what is wrong: the summary, and before it what the last check has printed.
  if (code !== 0) throw new Error(`${stdout}${stderr}`.slice(-20_000));
}

const vitest = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project=node", ...args], {
    cwd: copy,
    env: { ...process.env, NO_COLOR: "1" },
  });

/** As convex/README.md says, before the rest: the recorded answer is the example of the endpoint. */
async function writeAnswers(): Promise<void> {
  await vitest("tests/http/answers.test.ts", "-u");
}

/** Returns what the test of the data's form asks for. */
async function printedFingerprint(): Promise<string> {
  const output = await vitest("scripts/dataVersion.test.ts").then(
    () => "",
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  const [, fingerprint] = /replace none: expected '[\w-]+' to be '([\w-]+)'/.exec(output) ?? [];
  if (fingerprint === undefined) throw new Error(`No fingerprint was printed: ${output}`);
  return fingerprint;
}

function changedFiles(): string[] {
  const files = readdirSync(copy, { recursive: true, encoding: "utf8" }).filter(
    (file) => isSource(file.split(path.sep, 1)[0] ?? "") && statSync(path.join(copy, file)).isFile(),
  );
  const textIn = (directory: string, file: string) => {
    const place = path.join(directory, file);
    return statSync(place, { throwIfNoEntry: false }) === undefined ? null : readFileSync(place, "latin1");
  };
  return files.filter((file) => textIn(copy, file) !== textIn(rootDirectory, file)).toSorted();
}

/** The pieces that are enough for the endpoint to answer. An endpoint that stays needs the others too. */
const firstPieces = endpoint.pieces.slice(0, 3);

it("takes less than ten lines", () => {
  const lines = firstPieces.flatMap(({ code }) => code.trimEnd().split("\n"));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.length).toBeLessThan(10);
});

it("answers then, and refuses wrong requests", async () => {
  addPieces(copy, firstPieces);
  const engine = await startEngine({ appDir: copy });
  onTestFinished(async () => void (await engine.stop()));
  const deployment = deploymentOn(() => engine);
  const { apiKey, projectId } = await createProject(deployment);
  const reader = await createKey(deployment, projectId, ["issues:read"]);
  const { id: issueId } = await dataOf(client(deployment, apiKey).post("/issues/create", { title: "Crash" }));
  const retitle = async (body: object, headers: Record<string, string> = bearer(apiKey)) => {
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    // Not by the client of the deployment, for which the endpoint is not documented yet.
    const response = await fetch(`${engine.httpUrl}/api/v1/issues/retitle`, init);
    return { status: response.status, body: await response.json() };
  };
  const title = "Crash at the start";
  expect(await retitle({ issueId, title })).toMatchObject({ status: 200, body: { data: { title, status: "open" } } });
  expect(await retitle({ issueId, title: "" })).toMatchObject({ status: 400, body: { error: { field: "title" } } });
  expect(await retitle({ issueId, titel: "x" })).toMatchObject({
    status: 400,
    body: { error: { code: "VALIDATION" } },
  });
  expect(await retitle({ issueId: "nothing", title })).toMatchObject({ status: 404 });
  expect(await retitle({ issueId, title }, bearer(reader.apiKey))).toMatchObject({ status: 403 });
  expect(await retitle({ issueId, title }, {})).toMatchObject({ status: 401 });
});

it("a field of an issue is written, read, changed and removed after five files were edited", async () => {
  expect(editedFiles(field)).toHaveLength(5);
  const isFingerprint = ({ file }: { file: string }) => file === "scripts/dataVersion.ts";
  addPieces(
    copy,
    field.pieces.filter((piece) => !isFingerprint(piece)),
  );
  const fingerprint = await printedFingerprint();
  const form = field.pieces.filter(isFingerprint);
  addPieces(
    copy,
    form.map(({ file, at, code }) => ({ file, at, code: code.replace("<the fingerprint>", fingerprint) })),
  );
  const engine = await startEngine({ appDir: copy });
  onTestFinished(async () => void (await engine.stop()));
  const { apiKey } = await createProject(deploymentOn(() => engine));
  // Not by the client of the deployment, for which the field is not documented yet.
  const call = async (path: string, body?: object) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${engine.httpUrl}/api/v1${path}`, { ...init, headers: bearer(apiKey) });
    return { status: response.status, body: (await response.json()) as { data: { id: string }[] & { id: string } } };
  };
  const created = await call("/issues/create", { title: "Crash", estimateHours: 3 });
  expect(created).toMatchObject({ status: 200, body: { data: { estimateHours: 3 } } });
  const issueId = created.body.data.id;
  const update = (estimateHours: unknown) => call("/issues/update", { issueId, estimateHours });
  expect(await update(5)).toMatchObject({ status: 200, body: { data: { estimateHours: 5 } } });
  expect(await call("/issues/list")).toMatchObject({ body: { data: [{ estimateHours: 5 }] } });
  expect(await update(0)).toMatchObject({ status: 400, body: { error: { field: "estimateHours" } } });
  expect(await update(null)).toMatchObject({ status: 200, body: { data: { estimateHours: null } } });
});

it("all stay: `npm test` passes with the files that convex/README.md names", { timeout: 1_800_000 }, async () => {
  addPieces(copy, [...endpoint.pieces.slice(3), ...reached.pieces]);
  await writeAnswers();
  await expectToPass("scripts/codegen.ts", "--write");
  const openApi = ["convex/openapi/document.json", "convex/openapi/tag.ts"];
  const made = [...openApi, "docs/reference.md", "tests/fixtures/answers.txt"];
  const client = "packages/client/src/_generated/";
  for (const name of [...made, client]) expect(endpoint.section).toContain(name);
  const ofClient = ["liveApi", "namespaces", "operations", "table"].map((name) => `${client}${name}.ts`);
  const ofRunner = "packages/runner/src/service/_generated/operations.ts";
  expect(field.section).toContain(ofRunner);
  const lists = ["docs/mcp.md", "docs/cli.md", "convex/docs/_generated/page.ts"];
  for (const name of lists) expect(reached.section).toContain(name);
  const pieces = [...endpoint.pieces, ...field.pieces, ...reached.pieces];
  const named = new Set([...pieces.map(({ file }) => file), ...made, ...lists, ...ofClient, ofRunner]);
  expect(changedFiles()).toEqual([...named].toSorted());
  await expectToPass("scripts/test.ts", ...(isLong ? [] : testsOfAll));
});

it("the endpoint is a tool of agents and a command then", async () => {
  const engine = await startEngine({ appDir: copy });
  onTestFinished(async () => void (await engine.stop()));
  const deployment = deploymentOn(() => engine);
  const { apiKey } = await createProject(deployment);
  // Not by the client of the deployment, whose document has neither the endpoint nor the field.
  const send = { fetch: (place: string, init?: RequestInit) => fetch(engine.httpUrl + place, init) };
  const api = client(send, apiKey);
  const { id: issueId } = await dataOf(api.post("/issues/create", { title: "Crash" }));
  const agent = await connectMcp(send, apiKey, "2026-07-28");
  expect(await toolAnswer(agent, "issues_retitle", { issueId, title: "By an agent" })).toMatchObject({ id: issueId });
  expect((await dataOf(api.get(`/issues/get?id=${issueId}`))).title).toBe("By an agent");
  const environment = { SWITCHYARD_URL: engine.httpUrl, SWITCHYARD_API_KEY: apiKey };
  const words = ["issues", "retitle", issueId, "At a terminal"];
  const told = await runCommand("packages/cli/src/main.ts", words, environment, copy);
  expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining("At a terminal") });
  expect((await dataOf(api.get(`/issues/get?id=${issueId}`))).title).toBe("At a terminal");
});
