// A push replaces the stored modules while requests run that began with the previous ones.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundle } from "../../engine/runtime/testing";
import { startEngine, type Engine } from "../../engine/startEngine";
import { callInternal } from "../../scripts/internalFunctions";

let directory: string;
const waiting: ServerResponse[] = [];
const gate = createServer((_request, response) => {
  waiting.push(response);
  gate.emit("reached");
}).listen(0, "127.0.0.1");
let gateUrl: string;
/** An engine changes it for its whole process. */
let umask: number;

beforeAll(() => {
  umask = process.umask(0o077);
  directory = mkdtempSync(path.join(tmpdir(), "switchyard-pushWhileServing-"));
  const address = gate.address();
  gateUrl = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : ""}/`;
});

afterAll(() => {
  process.umask(umask);
  gate.close();
  rmSync(directory, { recursive: true });
});

function open(): Promise<Engine> {
  return startEngine({ dataDir: directory, host: "127.0.0.1", socketPort: 0, httpPort: 0, contexts: "pool" });
}

/** Pushes an app whose action loads `lib/later.ts` only after the gate has answered. */
async function push({ application }: Engine, later: string): Promise<void> {
  const modules = await bundle({
    "lib/later.ts": later,
    "m.ts": `
      import { actionGeneric as action } from "convex/server";
      export const late = action(async (_ctx, { gate }: { gate: string }) => {
        await fetch(gate);
        const { answer } = await import("./lib/later");
        return { answer: answer() };
      });`,
  });
  const { id } = await application.preparePush([{ path: "", dependencies: [], modules }]);
  await application.activatePush(id);
}

/** Begins the action. Resolves once it waits at the gate; what the action returns comes after `passGate`. */
async function begin({ application }: Engine): Promise<{ outcome: ReturnType<typeof callInternal> }> {
  const reached = once(gate, "reached");
  const outcome = callInternal(application, "m:late", { gate: gateUrl });
  await reached;
  return { outcome };
}

function passGate(): void {
  for (const response of waiting.splice(0)) response.end();
}

it("continues with the modules with which a request began, also those that nothing has read since the start", async () => {
  const first = await open();
  await push(first, "export const answer = () => 'former';");
  await first.stop();

  const second = await open();
  const { outcome } = await begin(second);
  await push(second, "export const answer = () => 'newer';");
  const { outcome: later } = await begin(second);
  passGate();
  expect(await outcome).toEqual({ answer: "former" });
  expect(await later).toEqual({ answer: "newer" });
  await second.stop();
});

it("names the developer's file in an error of a module that it has read since the start", async () => {
  const first = await open();
  await push(first, "\n\nexport const answer = () => { throw new Error('planted'); };");
  await first.stop();

  const second = await open();
  const { outcome } = await begin(second);
  passGate();
  await expect(outcome).rejects.toThrow(/planted[^]*lib\/later\.ts:3:/);
  await second.stop();
});
