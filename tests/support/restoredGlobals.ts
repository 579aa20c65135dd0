// Runs around each test file. The files of one worker share its globals, so what a file leaves behind fails other
// files, and those not each time. The file that leaves it fails instead. The environment is that of the deployment in
// this process, so it gets back what it had.
import { deepStrictEqual } from "node:assert";
import { afterAll, beforeAll, vi } from "vitest";

const read = () => ({
  hasRealClock: !vi.isFakeTimers() && vi.getMockedSystemTime() === null,
  date: Date,
  random: Math.random,
  setTimeout,
  setInterval,
  fetch,
  socket: WebSocket,
  log: console.log,
  error: console.error,
  folder: process.cwd(),
});

let before: ReturnType<typeof read>;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  before = read();
  environment = { ...process.env };
});
afterAll(() => {
  const after = read();
  // What is left would fail the next files of this worker too, each for another reason.
  vi.useRealTimers();
  Math.random = before.random;
  Object.assign(globalThis, {
    Date: before.date,
    setTimeout: before.setTimeout,
    setInterval: before.setInterval,
    fetch: before.fetch,
    WebSocket: before.socket,
  });
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  deepStrictEqual(after, before, "What this file has changed, it must restore.");
});
