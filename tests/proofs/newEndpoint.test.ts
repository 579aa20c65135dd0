// The endpoint of convex/README.md is added to a copy of all sources. The endpoint answers, and `npm test` passes there
// after changes of only those files that it names. The short form runs all checks, and the tests that concern all
// endpoints and functions. The long form runs all tests.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { runCommand } from "../support/command";
import { startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { bearer, client, createKey, createProject, dataOf } from "../support/fixtures";
import { addPieces, pieces, section } from "../support/newEndpoint";
import { copyTree, isSource } from "../support/treeCopy";

const isLong = process.env["PROOFS"] === "long";
const testsOfAll =
  "contract dashboard/lostRights dashboard/matrix http/badInput http/fieldNames http/issues http/readBudgets"
    .split(" ")
    .map((name) => `tests/${name}.test.ts`);

/** The read budgets do not depend on the number of rows, and fewer rows take less time. */
const environment = isLong ? {} : { READ_BUDGET_ROWS: "100" };

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

/** As convex/README.md says, before the rest: the recorded answer is the example of the endpoint. */
async function writeAnswers(): Promise<void> {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project=node", "tests/http/answers.test.ts", "-u"];
  await promisify(execFile)(process.execPath, args, { cwd: copy });
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
const firstPieces = pieces.slice(0, 3);

it("takes less than ten lines", () => {
  const lines = firstPieces.flatMap(({ code }) => code.trimEnd().split("\n"));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.length).toBeLessThan(10);
});

it("answers then, and refuses wrong requests", async () => {
  addPieces(copy, firstPieces);
  const engine = await startEngine({ appDir: copy });
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
  await engine.stop();
});

it("stays: it passes `npm test` with the files that convex/README.md names", { timeout: 1_800_000 }, async () => {
  addPieces(copy, pieces.slice(3));
  await writeAnswers();
  await expectToPass("scripts/codegenCheck.ts", "--write");
  const openApi = ["convex/openapi/document.json", "convex/openapi/tag.ts"];
  const made = [...openApi, "docs/reference.md", "tests/fixtures/answers.txt"];
  const client = "packages/client/src/_generated/";
  for (const name of [...made, client]) expect(section).toContain(name);
  const ofClient = ["liveApi", "namespaces", "operations", "table"].map((name) => `${client}${name}.ts`);
  expect(changedFiles()).toEqual([...new Set([...pieces.map(({ file }) => file), ...made, ...ofClient])].toSorted());
  await expectToPass("scripts/test.ts", ...(isLong ? [] : testsOfAll));
});
