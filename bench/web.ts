// `npm run bench:web` measures the dashboard in a real browser: how soon a write on one page is in the pixels of
// another, how soon the palette finds, and how long transcripts and diffs scroll. It prints each target and whether it
// was met.
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { createSandbox, createWorkflow, startRun } from "../tests/support/fixtures";
import { openDashboard } from "../tests/web/browser";
import type { Dashboard } from "../tests/web/browser";
import { quantile } from "./spread";
import { verdict } from "./table";

const usage = `Usage: npm run bench:web
Needs a Chromium: chromium-headless-shell of Debian, or the program that CHROMIUM names.`;

const writes = 40;
const rows = 10_000;
const scrollMs = 6_000;

async function main(): Promise<void> {
  if (process.argv.includes("--help")) return console.log(usage);
  // It makes thousands of runs at once, which the limits of a project would refuse.
  const unlimited = { SERVICE_LIMIT_STARTS: "0", SERVICE_LIMIT_WRITES: "0" };
  const dashboard = await openDashboard(unlimited, () => undefined, null);
  try {
    const workflowId = await createWorkflow(dashboard.api, { name: "Build" });
    await measurePixels(dashboard, workflowId);
    await measurePalette(dashboard, workflowId);
    await measureTranscript(dashboard, workflowId);
    await measureDiff(dashboard, workflowId);
  } finally {
    await dashboard.end();
    await dashboard.browser.close();
  }
}

/** One page renames a run by its own field, and the other shows it in its list. Both clocks are this machine's. */
async function measurePixels(dashboard: Dashboard, workflowId: string): Promise<void> {
  const run = await started(dashboard, workflowId, "Name 0");
  const reader = await dashboard.open("/p/demo/runs");
  await reader.getByRole("link", { name: "Name 0" }).waitFor();
  const writer = await dashboard.open(`/p/demo/runs/${run.runNumber}`);
  await writer.getByRole("heading", { level: 1 }).waitFor();
  const delays: number[] = [];
  for (let number = 1; number <= writes; number++) {
    const name = `Name ${number}`;
    const painted = paintedAt(reader, name);
    await pause(50);
    await writer.keyboard.press("n");
    const field = writer.getByRole("textbox").first();
    await field.fill(name);
    const sent = writer.evaluate(
      () =>
        new Promise<number>((resolve) =>
          window.addEventListener("keydown", () => resolve(Date.now()), { once: true, capture: true }),
        ),
    );
    await field.press("Enter");
    delays.push((await painted) - (await sent));
  }
  const [p50, p95] = [quantile(delays, 0.5), quantile(delays, 0.95)];
  console.log(
    `A write on one page is painted on another: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms${verdict("p95 <= 150 ms", p95 <= 150)}`,
  );
  await reader.context().close();
  await writer.context().close();
}

/** The time of the frame after the one in which the text is there. */
function paintedAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.body.textContent.includes(text)) return requestAnimationFrame(look);
          return requestAnimationFrame(() => resolve(Date.now()));
        };
        look();
      }),
    text,
  );
}

const places = ["cart", "checkout", "invoice", "search", "session", "mailer", "gallery", "refund", "coupon", "account"];
const faults = [
  "is slow",
  "loses entries",
  "shows the wrong currency",
  "fails on empty input",
  "ignores the time zone",
];

/** Each letter of these is a sample. Some texts are in thousands of names, some in few, and one is a number. */
const searched = ["cart", "invoice fails", "4217", "currency", "coupon 77", "refund loses entries", "zebra"];

/** From a key in the palette to the frame that shows what the present text finds, among many runs and issues. */
async function measurePalette(dashboard: Dashboard, workflowId: string): Promise<void> {
  const title = (at: number) => `The ${places[at % places.length]} ${faults[at % faults.length]} (${at})`;
  await inParts(rows, (at) => startRun(dashboard.api, { workflowId, name: title(at), prompt: title(at) }));
  await inParts(rows, (at) => dashboard.api.post("/issues/create", { title: title(at) }));
  const page = await dashboard.open("/p/demo/usage");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find anything" });
  const delays: number[] = [];
  for (const text of searched) {
    await field.fill("");
    for (const [at, letter] of text.split("").entries()) {
      await watchNextKey(page, text.slice(0, at + 1));
      await page.keyboard.press(letter === " " ? "Space" : letter);
      delays.push(await page.evaluate(() => (window as unknown as { settled: Promise<number> }).settled));
      await pause(50);
    }
  }
  const [p50, p95] = [quantile(delays, 0.5), quantile(delays, 0.95)];
  console.log(
    `The palette over ${rows} runs and ${rows} issues: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms from a key to ` +
      `painted rows${verdict("p95 < 100 ms", p95 < 100)}`,
  );
  await page.context().close();
}

/**
 * `window.settled` becomes the time from the next key to the frame after the one in which the list is the answer to the
 * text.
 */
async function watchNextKey(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    Object.assign(window, {
      settled: new Promise<number>((resolve) => {
        const look = (fromMs: number) => {
          const [field, list] = [
            document.querySelector<HTMLInputElement>("dialog input"),
            document.querySelector("dialog [role=listbox]"),
          ];
          const isSettled = field?.value === text && list?.getAttribute("aria-busy") === "false";
          requestAnimationFrame((nowMs) => (isSettled ? resolve(nowMs - fromMs) : look(fromMs)));
        };
        window.addEventListener("keydown", ({ timeStamp }) => look(timeStamp), { once: true, capture: true });
      }),
    });
  }, text);
}

async function inParts(count: number, make: (at: number) => Promise<unknown>): Promise<void> {
  const atOnce = 50;
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, at) => make(from + at)));
}

async function measureTranscript(dashboard: Dashboard, workflowId: string): Promise<void> {
  const run = await running(dashboard, workflowId, "Talks a lot");
  const sandboxId = await createSandbox(dashboard.job, { runId: run.id });
  const content = (number: number) =>
    `Message ${number}: **bold**, \`code\` and a list\n\n- one\n- two\n\n${"words ".repeat(number % 40)}`;
  for (let first = 0; first < rows; first += 50) {
    const some = Array.from({ length: 50 }, (_, index) => content(first + index));
    const stored = some.map((text) =>
      dashboard.job.call("message.store", { sandboxId, role: "assistant", content: text, timestamp: Date.now() }),
    );
    await Promise.all(stored);
  }
  const page = await dashboard.open(`/p/demo/runs/${run.runNumber}`);
  await page.getByText(`Message ${rows - 1}`).waitFor();
  await report(page, `A transcript of ${rows} messages`, -1);
}

async function measureDiff(dashboard: Dashboard, workflowId: string): Promise<void> {
  const run = await running(dashboard, workflowId, "Changes a lot");
  const sandboxId = await createSandbox(dashboard.job, { runId: run.id });
  const diff = Array.from({ length: 100 }, (_, number) => fileDiff(number)).join("");
  await dashboard.job.call("sandbox.reportDiff", { sandboxId, diff });
  const page = await dashboard.open(`/p/demo/runs/${run.runNumber}/diff`);
  await page.getByRole("region", { name: "Changes" }).waitFor();
  await page.getByText("compute(0)").first().waitFor();
  await report(page, `A diff of ${diff.split("\n").length} lines`, 1);
}

function fileDiff(number: number): string {
  const lines = Array.from({ length: 100 }, (_, at) =>
    at % 2 === 0 ? `-  const old${at} = compute(${at}); // ${number}` : `+  const young${at} = compute(${at}, "x");`,
  );
  const name = `src/part${number}/file.ts`;
  return `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,50 +1,50 @@\n${lines.join("\n")}\n`;
}

interface Run {
  id: string;
  runNumber: number;
}

async function started({ api }: Dashboard, workflowId: string, name: string): Promise<Run> {
  return (await startRun(api, { workflowId, name })) as Run;
}

async function running(dashboard: Dashboard, workflowId: string, name: string): Promise<Run> {
  const run = await started(dashboard, workflowId, name);
  await dashboard.job.call("run.updateStatus", { runId: run.id, status: "running" });
  return run;
}

/** Scrolls by the wheel and reports the frames in between. The first second is for code that was never run before. */
async function report(page: Page, what: string, direction: 1 | -1): Promise<void> {
  await page.mouse.move(900, 500);
  const before = await page.evaluate(() => document.querySelector("main")?.textContent);
  await scroll(page, direction, 1_000);
  const frames = page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        let last = performance.now();
        const end = last + ms;
        const next = (now: number) => {
          found.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(next);
          else resolve(found);
        };
        requestAnimationFrame(next);
      }),
    scrollMs,
  );
  await scroll(page, direction, scrollMs);
  const all = await frames;
  const after = await page.evaluate(() => document.querySelector("main")?.textContent);
  if (after === before) throw new Error(`${what} did not scroll.`);
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const [p50, p95, worst] = [quantile(all, 0.5), quantile(all, 0.95), Math.max(...all)];
  const slow = all.filter((ms) => ms > 100).length;
  console.log(
    `${what}: ${nodes} nodes${verdict("< 1500", nodes < 1500)}; frames p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ` +
      `worst ${worst.toFixed(0)} ms, ${slow} of ${all.length} over 100 ms${verdict("none", slow === 0)}`,
  );
  await page.context().close();
}

async function scroll(page: Page, direction: 1 | -1, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await page.mouse.wheel(0, direction * 400);
    await pause(30);
  }
}

await main();
