// Messages on the engine: the cost of appending and removing them, and what happens to appends when the engine is
// killed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FunctionLog } from "../../engine/application/log/functionLog";
import { startEngine as startEngineHere } from "../../engine/startEngine";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import {
  bearer,
  callbackOf,
  callbackSecret,
  client,
  createProject,
  createSandbox,
  dataOf,
  runner,
  startRun,
} from "../support/fixtures";
import { pushApp } from "../support/pushApp";
import { randomNumbers } from "./crashLoad";

describe("what it costs", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-append-"));
  const finished = vi.spyOn(FunctionLog.prototype, "recordRun");
  let engine: Awaited<ReturnType<typeof startEngineHere>> | undefined;
  beforeAll(async () => {
    const address = { dataDir, host: "127.0.0.1", socketPort: 0, httpPort: 0 };
    engine = await startEngineHere({ ...address, contexts: "pool", writeLog: () => {} });
    await pushApp(engine, rootDirectory);
  });
  afterAll(async () => {
    finished.mockRestore();
    await engine?.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  });

  /** Returns what the one call in `work` uses, in all of its transactions. */
  async function costOf(work: () => Promise<unknown>): Promise<object> {
    finished.mockClear();
    await work();
    const usages = finished.mock.calls.flatMap(([run]) => run.usages);
    const resources = ["documentsRead", "bytesRead", "documentsWritten", "bytesWritten"] as const;
    return Object.fromEntries(resources.map((name) => [name, usages.reduce((sum, usage) => sum + usage.get(name), 0)]));
  }

  it("the thousandth append reads and writes as much as the tenth", async () => {
    const deployment = deploymentOn(() => engine!);
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const job = await callbackOf(deployment);
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    await job.call("message.streamCreate", { sandboxId, messageId: "long" });
    const append = (seq: number) => job.call("message.streamAppend", { messageId: "long", chunk: "twelve bytes", seq });
    const costs = [];
    for (let seq = 1; seq <= 1000; seq += 1) costs.push(await costOf(() => append(seq)));
    expect(costs[9]).toMatchObject({ documentsRead: 3, documentsWritten: 1 });
    expect(costs[999]).toEqual(costs[9]);
    const [message] = await job.call("message.listBySandbox", { sandboxId });
    expect(message.content).toBe("twelve bytes".repeat(1000));
  }, 120_000);

  it("purging a sandbox deletes 24 MB of messages and files, within the limits of transactions", async () => {
    const deployment = deploymentOn(() => engine!);
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const job = await callbackOf(deployment);
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    const content = "x".repeat(800_000);
    for (let index = 0; index < 20; index += 1) {
      await job.call("message.store", { sandboxId, role: "tool", content, timestamp: index });
    }
    const files = Array.from({ length: 1000 }, (_, index) => ({
      path: `${index}.ts`,
      content: content.slice(0, 8000),
    }));
    await job.call("sandbox.reportFiles", { sandboxId, files });
    await dataOf(api.post("/sandboxes/delete", { id: sandboxId }));
    await dataOf(api.delete(`/trash/sandbox/${sandboxId}`));
    const batches = () =>
      finished.mock.calls.map(([run]) => run).filter((run) => /sandboxes\/scheduled.*:clear$/.test(run.nameOf()));
    const removed = () =>
      batches()
        .flatMap(({ usages }) => usages)
        .reduce((sum, usage) => sum + usage.get("documentsWritten"), 0);
    await expect.poll(removed).toBe(20 + 1000 + 1);
    expect(batches().map(({ error }) => error)).toEqual(batches().map(() => null));
  }, 60_000);
});

describe("when the engine is killed", () => {
  const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 2 ** 31);
  const crashes = 4;
  const streams = 3;
  const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-messages-"));
  let engine: RunningEngine | undefined;
  const running = () => engine!;
  beforeAll(async () => {
    engine = await startEngine({ appDir: rootDirectory, dataDir });
  });
  // Hooks run in reverse order, so this one runs last: other hooks still need the engine.
  afterAll(async () => {
    await engine?.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const deployment = deploymentOn(running);
  const job = runner(deployment);

  it(`no chunk is lost or stored twice when unanswered appends are sent again (CRASH_SEED=${seed})`, async () => {
    const random = randomNumbers(seed);
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    let restarted = Promise.resolve();
    const progress = { appends: 0, repeats: 0, isOver: false };
    const until = async (operation: string, args: object): Promise<void> => {
      for (;;) {
        await restarted;
        const body = JSON.stringify({ operation, args });
        const init = { method: "POST", headers: bearer(callbackSecret), body };
        const response = await deployment.fetch("/job/callback", init).catch(() => null);
        if (response?.status === 200) return;
        if (response !== null) throw new Error(`${operation}: ${response.status} ${await response.text()}`);
        progress.repeats += 1;
      }
    };
    const stream = async (messageId: string): Promise<string> => {
      await until("message.streamCreate", { sandboxId, messageId });
      let text = "";
      for (let seq = 0; !progress.isOver; seq += 1) {
        const chunk = `${messageId}:${seq} `;
        await until("message.streamAppend", { messageId, chunk, seq });
        text += chunk;
        progress.appends += 1;
      }
      return text;
    };
    const streaming = Array.from({ length: streams }, (_, index) => stream(`m${index}`));
    for (let crash = 0; crash < crashes; crash += 1) {
      const enough = progress.appends + 5 + random() * 30;
      while (progress.appends < enough) await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise((resolve) => setTimeout(resolve, random() * 10));
      const killed = running().kill();
      restarted = killed.then(async () => {
        engine = await startEngine({ dataDir });
      });
      await restarted;
    }
    progress.isOver = true;
    const texts = await Promise.all(streaming);

    const messages = await job.call("message.listBySandbox", { sandboxId });
    expect(messages.map(({ content }: { content: string }) => content).sort()).toEqual(texts.toSorted());
    for (const [index, text] of texts.entries()) {
      await until("message.streamFinalize", { messageId: `m${index}`, finalContent: text });
    }
    const finished = await job.call("message.listBySandbox", { sandboxId });
    expect(finished).toMatchObject(
      messages.map(({ content }: { content: string }) => ({ content, status: "complete" })),
    );
    console.log(`${progress.appends} appends, ${progress.repeats} of them sent again`);
  }, 60_000);
});
