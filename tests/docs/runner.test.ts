// The blocks of code in docs/runner.md, joined as the page says, are a working runner.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Webhook } from "svix";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackSecret, client, createProject, createWorkflow, dataOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";

/** Returns the blocks of code of this file, joined. */
function sourceOf(file: string): string {
  const document = readFileSync(path.join(rootDirectory, "docs/runner.md"), "utf8");
  const blocks = [...document.matchAll(/^```js\n\/\/ (\S+)\n([^]*?)^```$/gm)];
  return blocks.flatMap(([, name, code]) => (name === file ? [code] : [])).join("\n");
}

const steps = [
  { role: "designer", name: "Design" },
  { role: "checker", name: "Check" },
];

describe("the runner of docs/runner.md", () => {
  // This test has an engine of its own, because a claim that a killed runner waits for keeps waiting.
  let engine: RunningEngine;
  const deployment = deploymentOn(() => engine);
  let directory: string;
  let api: Client;
  let workflowId: string;
  let runner: ChildProcess;

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), "switchyard-runner-"));
    for (const file of ["runner.mjs", "announcements.mjs"]) writeFileSync(path.join(directory, file), sourceOf(file));
    engine = await startEngine({ appDir: rootDirectory });
    await deployment.setEnvironment({ JOB_CALLBACK_SECRET: callbackSecret });
    api = client(deployment, (await createProject(deployment)).apiKey);
    workflowId = await createWorkflow(api, { steps });
    runner = startRunner();
  });
  afterAll(async () => {
    await killRunner();
    await engine.kill();
    rmSync(directory, { recursive: true });
  });

  function startRunner(): ChildProcess {
    const env = { ...process.env, SWITCHYARD_URL: engine.httpUrl, JOB_CALLBACK_SECRET: callbackSecret };
    return spawn(process.execPath, [path.join(directory, "runner.mjs")], { env, stdio: "inherit" });
  }

  async function killRunner(): Promise<void> {
    const closed = once(runner, "close");
    runner.kill("SIGKILL");
    await closed;
  }

  const get = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));
  const start = async (prompt: string): Promise<string> => (await startRun(api, { workflowId, prompt })).id;
  const becomes = (runId: string, expected: object, timeout = 50_000) =>
    expect.poll(() => get(runId), { timeout }).toMatchObject(expected);
  // The agent needs more time for this prompt than the test waits.
  const long = "word ".repeat(4000).trim();

  it("executes a run: its steps, what the agent says, and what it used", async () => {
    const runId = await start("Build it.");
    await becomes(runId, { status: "completed", steps: [{ status: "completed" }, { status: "completed" }] });
    const { sandboxes } = await get(runId);
    expect(sandboxes).toMatchObject([{ status: "stopped" }]);
    const messages = await dataOf(api.get(`/sandboxes/messages?id=${sandboxes[0].id}`));
    expect(messages).toMatchObject([
      { role: "assistant", status: "complete", content: "Design: Build it." },
      { role: "assistant", status: "complete", content: "Check: Build it." },
    ]);
  });

  it("stops when the run is cancelled, within a heartbeat, and then does the next one", async () => {
    const runId = await start(long);
    await becomes(runId, { status: "running", currentStepLabel: "Design" });
    await dataOf(api.post("/runs/cancel", { runId }));
    const next = await start("Go on.");
    await becomes(next, { status: "completed" }, 8000);
    expect(await get(runId)).toMatchObject({ status: "cancelled", steps: [{ status: "cancelled" }] });
  });

  it("ends after the present step when a stop is requested", async () => {
    const runId = await start("word ".repeat(40).trim());
    await becomes(runId, { currentStepLabel: "Design" });
    await dataOf(api.post("/runs/request-graceful-stop", { runId }));
    await becomes(runId, { status: "completed" });
    expect((await get(runId)).steps).toMatchObject([{ name: "Design", status: "completed" }]);
  });

  it("is replaced by another runner when it is killed, which continues where it was", async () => {
    const runId = await start("word ".repeat(60).trim());
    await becomes(runId, { currentStepLabel: "Check" });
    await killRunner();
    runner = startRunner();
    await becomes(runId, { status: "completed" });
    const { steps: done } = await get(runId);
    expect(done.map(({ name, status }: { name: string; status: string }) => [name, status]).toSorted()).toEqual([
      ["Check", "cancelled"],
      ["Check", "completed"],
      ["Design", "completed"],
    ]);
  });

  it("recognises a genuine announcement", async () => {
    const module: unknown = await import(
      /* @vite-ignore */ pathToFileURL(path.join(directory, "announcements.mjs")).href
    );
    const { isGenuine } = module as { isGenuine: (headers: object, body: string, secret: string) => boolean };
    const secret = `whsec_${Buffer.from("a secret").toString("base64")}`;
    const sign = (at: Date) => ({
      "hook-id": "job_1.1",
      "hook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "hook-signature": `v1,AAAA ${new Webhook(secret).sign("job_1.1", at, "{}")}`,
    });
    expect(isGenuine(sign(new Date()), "{}", secret)).toBe(true);
    expect(isGenuine(sign(new Date()), "{ }", secret)).toBe(false);
    expect(isGenuine(sign(new Date(Date.now() - 600_000)), "{}", secret)).toBe(false);
  });
});
