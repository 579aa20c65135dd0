import { once } from "node:events";
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import type { LogEvent } from "./events";
import { jsonLines, plainLines } from "./lines";
import { liveView } from "./liveView";
import { Metrics, serveMetrics } from "./metrics";

const clipboard = "\u001B]52;c;ZXZpbA==\u0007";
const name = `Task${clipboard}\u009B2J\u202Etxt\u2028\r\n12:00:00 job_9 completed`;
const events: LogEvent[] = [
  { kind: "claimed", jobId: "job_1", work: "run.execute", subject: name },
  { kind: "doing", jobId: "job_1", what: name },
  { kind: "waiting", reason: name },
  { kind: "fault", message: name },
  { kind: "ended", jobId: "job_1", how: "failed", reason: name },
];
/** What would act on a terminal, besides what the live view uses to draw. */
// oxlint-disable-next-line no-control-regex
const acting = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/;

it.each([
  ["plain lines", plainLines],
  ["JSON lines", jsonLines],
] as const)("%s hold nothing that acts on a terminal, or looks like an entry of its own", (_, linesOf) => {
  const written: string[] = [];
  const log = linesOf((line) => written.push(line));
  for (const event of events) log(event);
  const text = written.join("\n");
  expect(text).not.toMatch(acting);
  expect(text).toContain(String.raw`\u001b]52;c;ZXZpbA==`);
  expect(text).not.toMatch(/^12:00:00 job_9/m);
});

it("JSON lines say what was said", () => {
  const written: string[] = [];
  jsonLines((line) => written.push(line))({ kind: "fault", message: name });
  expect(JSON.parse(written.join(""))).toMatchObject({ message: name });
});

it("the live view draws nothing that a name asks for", () => {
  let text = "";
  const view = liveView({ columns: 200, write: (piece) => (text += piece) });
  for (const event of events) view.log(event);
  view.end();
  // oxlint-disable-next-line no-control-regex
  expect(text.replaceAll(/\u001B\[(?:0J|\d+F)/g, "")).not.toMatch(acting);
  expect(text).not.toMatch(/^12:00:00 job_9/m);
});

it("labels of metrics cannot end before their end", () => {
  const metrics = new Metrics();
  metrics.log({ kind: "claimed", jobId: "1", work: 'a"} 1\n\\', subject: "" });
  expect(metrics.text).toContain(String.raw`{kind="a\"} 1\n\\"} 1`);
});

it("metrics are read at an address, and not by a page of a site whose name leads here", async () => {
  const { port, server } = await serveMetrics(new Metrics(), 0);
  onTestFinished(() => void server.close());
  const statusAt = async (host: string) => {
    const [response]: IncomingMessage[] = await once(get({ port, path: "/metrics", headers: { host } }), "response");
    return response?.resume().statusCode;
  };
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, "[::1]"];
  const others = [`evil.example:${port}`, "localhost.evil.example", "127.0.0.1.evil.example"];
  expect(await Promise.all([...own, ...others].map(statusAt))).toEqual([200, 200, 200, 403, 403, 403]);
});
