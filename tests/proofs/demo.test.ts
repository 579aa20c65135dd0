// `npm run demo` as a new user tries it, beside a service that has its port and with the variables of another one:
// within two minutes its project shows everything that the product does. Every page of the dashboard has content,
// nothing in it is a placeholder, and what the agents have made is real.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../web/src/app/routes";
import { runCommand } from "../support/command";
import { startDemonstration } from "../support/demonstration";
import type { Demonstration } from "../support/demonstration";
import { dataOf } from "../support/fixtures";
import { hasBrowser, launchBrowser } from "../web/browser";

type Row = Record<string, unknown>;

let folder: string;
let demo: Demonstration;
let taken: Server;

const ports = { SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0" };
/** What somebody has set who works with another service on the same day. The demonstration is not to ask that. */
const ofAnotherService = {
  SWITCHYARD_URL: "http://127.0.0.1:9999",
  SWITCHYARD_RUNNER_TOKEN: "svc_runner_other",
  CONVEX_SELF_HOSTED_URL: "http://127.0.0.1:9999",
  CONVEX_SELF_HOSTED_ADMIN_KEY: "other",
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-demo-"));
  taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const environment = { ...ports, ...ofAnotherService, SERVICE_HTTP_PORT: String(takenPort()) };
  demo = await startDemonstration(path.join(folder, "demo"), environment);
}, 180_000);

afterAll(async () => {
  taken.close();
  await demo.end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const takenPort = () => (taken.address() as AddressInfo).port;

const rows = async (route: string): Promise<Row[]> => (await dataOf(demo.api.get(route))) as Row[];

const named = async (route: string, name: string) =>
  (await rows(route)).find((row) => row["name"] === name || row["title"] === name);

const soon = { timeout: 90_000, interval: 1000 };

it("takes other ports where one is taken, and says so in one line", () => {
  expect(demo.output()).toMatch(
    new RegExp(`^Port ${takenPort()} is taken, so the demonstration serves at \\d+ and \\d+\\.$`, "m"),
  );
});

it("shows runs in all states", async () => {
  const seen = new Set<unknown>();
  const states = async () => {
    for (const { status } of await rows("/runs/list?limit=50")) seen.add(status);
    return [...seen];
  };
  const all = ["cancelled", "completed", "failed", "paused", "pending", "running", "scheduled"];
  await expect.poll(states, soon).toEqual(expect.arrayContaining(all));
}, 100_000);

it("shows questions, and why they wait", async () => {
  await expect.poll(() => rows("/runs/questions?status=waiting"), soon).toHaveLength(5);
  const kinds = new Set((await rows("/inbox")).map(({ kind }) => kind));
  expect(kinds).toContain("run_question");
  expect(kinds).toContain("run_failed");
}, 100_000);

it("shows what the agent has written, changed and spent", async () => {
  const [done] = await rows("/runs/list?status=completed&search=discount&limit=1");
  const sandboxes = await rows(`/sandboxes/list?runId=${String(done?.["id"])}`);
  const diffs = sandboxes.map(async ({ id }) => (await dataOf(demo.api.get(`/sandboxes/diff?id=${String(id)}`))).diff);
  expect((await Promise.all(diffs)).join("\n")).toMatch(/^\+export function discountedTotal/m);
  expect(done?.["costUsd"]).toBeGreaterThan(0);
});

it("has begun a chain of each kind", async () => {
  await expect.poll(async () => (await rows("/sprint-chains"))[0]?.["status"], soon).toMatch(/^(running|completed)$/);
  await expect
    .poll(async () => (await rows("/work-chains/list"))[0]?.["status"], soon)
    .toMatch(/^(running|completed)$/);
}, 200_000);

/** A request whose check failed and was repaired in round 1, with what has come of it. */
async function repairedRequest() {
  const run = await named("/runs/list?limit=50", "Say how much is missing to free shipping");
  if (run === undefined) return { run: {}, feedback: [], proof: {}, artifacts: [], inbox: [], outcomes: [] };
  const id = String(run["id"]);
  return {
    run,
    feedback: await rows(`/runs/feedback?id=${id}`),
    proof: (await dataOf(demo.api.get(`/runs/proof?id=${id}`))) as Row,
    artifacts: await rows(`/runs/artifacts?id=${id}`),
    inbox: (await rows("/inbox")).map(({ kind }) => kind),
    outcomes: await rows("/analytics/outcomes?groupBy=none"),
  };
}

it("has something of everything within two minutes", async () => {
  const missing = async () => {
    const discount = await named("/runs/list?limit=50", "Add a discount to the cart");
    const isThere = {
      "a completed run": discount?.["status"] === "completed",
      "a merge": (await rows("/merging/list"))[0]?.["status"] === "completed",
      "learnings of today": (await rows("/learnings/list?status=pending")).length >= 3,
      "a sprint chain under way": (await rows("/sprint-chains"))[0]?.["status"] === "running",
      "a work chain under way": (await rows("/work-chains/list"))[0]?.["status"] === "running",
      "found issues": (await rows("/issues/list")).length >= 8,
      questions: (await rows("/runs/questions?status=waiting")).length >= 5,
    };
    return Object.entries(isThere).flatMap(([what, is]) => (is ? [] : [what]));
  };
  // What people look at first must be there so soon after the address was printed.
  const leftMs = () => Math.max(1, demo.readyAtMs + 120_000 - performance.now());
  await expect.poll(missing, { timeout: leftMs(), interval: 1000 }).toEqual([]);
  await expect.poll(repairedRequest, { timeout: leftMs(), interval: 1000 }).toMatchObject({
    run: { status: "completed", round: 1, prStatus: "open" },
    feedback: [
      { kind: "comment", status: "open" },
      { kind: "check", status: "handled", round: 1 },
    ],
    proof: { status: "passed", gates: [{ pass: true, round: 1 }] },
    artifacts: [{ mediaType: "image/png" }],
    inbox: expect.arrayContaining(["feedback_waiting"]),
    outcomes: [{ merged: 1 }],
  });
}, 130_000);

it("has costs of ten days, with a peak that is not today", async () => {
  const costs = new Map<string, number>();
  for (const { createdAt, costUsd } of await rows("/runs/list?limit=100")) {
    const day = String(createdAt).slice(0, 10);
    costs.set(day, (costs.get(day) ?? 0) + Number(costUsd));
  }
  expect(costs.size).toBeGreaterThanOrEqual(10);
  const [highest] = [...costs].toSorted(([, a], [, b]) => b - a);
  expect(highest?.[0]).not.toBe(new Date().toISOString().slice(0, 10));
  expect(highest?.[1]).toBeGreaterThan(5);
});

it("has result branches with real changes, whose tests pass in a clone of one's own", async () => {
  const clone = path.join(folder, "clone");
  const repository = path.join(folder, "demo/shop.git");
  execFileSync("git", ["clone", "--quiet", repository, clone], { stdio: "pipe" });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8", stdio: "pipe" });
  const branches = git("for-each-ref", "--format=%(refname:lstrip=3)", "refs/remotes/origin/switchyard")
    .trim()
    .split("\n");
  expect(branches.length).toBeGreaterThanOrEqual(12);
  expect(branches.some((branch) => branch.startsWith("switchyard/merge-"))).toBe(true);
  const failures: string[] = [];
  const changed = new Set<string>();
  for (const branch of ["main", ...branches]) {
    git("checkout", "--quiet", "--force", branch);
    for (const file of git("log", "-3", "--format=", "--name-only").trim().split("\n")) changed.add(file);
    try {
      // The variable of this test's own runner would change what Node prints.
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
      // In one process: a process for each file would take most of the time.
      execFileSync(process.execPath, ["--test", "--test-isolation=none"], {
        cwd: clone,
        env,
        encoding: "utf8",
        stdio: "pipe",
      });
    } catch (error) {
      failures.push(`${branch}: ${String((error as { stdout?: string }).stdout ?? error)}`);
    }
  }
  expect(failures).toEqual([]);
  expect([...changed].filter((file) => file.startsWith("src/")).length).toBeGreaterThanOrEqual(8);
  // Both requests that changed this line are in the result of the merge.
  const solved = git(
    "show",
    `origin/${branches.find((branch) => branch.startsWith("switchyard/merge-")) ?? ""}:src/search.js`,
  );
  expect(solved).toContain("isForSale");
  expect(solved).toContain("toSorted");
}, 180_000);

describe.skipIf(!hasBrowser())("in the dashboard", () => {
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(demo.dashboard);
    await page.getByRole("button", { name: "Continue as owner@localhost" }).click();
    await page.getByRole("navigation").first().waitFor();
  }, 60_000);

  afterAll(() => browser.close());

  const empty = "[data-empty]";

  async function open(address: string): Promise<string> {
    await page.goto(new URL(address, page.url()).href);
    const main = page.locator("main");
    await expect.poll(async () => ((await main.textContent()) ?? "").length, { timeout: 20_000 }).toBeGreaterThan(60);
    const loading = main.getByRole("status", { name: "Loading" });
    for (let unchanged = 0, before = ""; unchanged < 3; await pause(200)) {
      const now = (await main.textContent()) ?? "";
      unchanged = now === before && (await loading.count()) === 0 ? unchanged + 1 : 0;
      before = now;
    }
    return (await main.innerText()) ?? "";
  }

  /** The addresses of every route, with concrete ids. */
  async function addresses(): Promise<string[]> {
    const first = async (route: string) => String((await rows(route))[0]?.["id"]);
    const run = String((await named("/runs/list?limit=50", "Add a discount to the cart"))?.["runNumber"]);
    const ids: Record<string, string[]> = {
      "runs/:run/:tab?": [run, `${run}/diff`, `${run}/files`, `${run}/events`],
      "sessions/:session/:tab?": [await first("/issue-sessions/list")],
      "chains/:id": [await first("/sprint-chains"), await first("/work-chains/list")],
      "recurring/:id": [await first("/recurring-tasks")],
      "workflows/:id": [await first("/workflows")],
      "issues/:issue": [await first("/issues/list")],
      "reviews/:session": [await first("/answering-sessions")],
      "settings/:section?": [""],
      // Nothing is sent, so the page of a webhook has nothing to show.
      "settings/webhooks/:id": [],
      "learnings/versions/:role": ["designer"],
      "personas/:id": [await first("/personas/list")],
      "contexts/:id": [await first("/contexts")],
      "skills/:id": [await first("/skills")],
      "commands/:id": [await first("/commands")],
      "scripts/:id": [await first("/scripts")],
    };
    return routes.flatMap(({ path: route }) => {
      const head = route.split("/:")[0] ?? "";
      if (!route.includes(":")) return [route];
      const found = ids[route];
      if (found === undefined) throw new Error(`The test does not know an id for ${route}.`);
      return found.map((id) => (id === "" ? head : `${head}/${id}`));
    });
  }

  it("recognises a list without rows", async () => {
    await open("/p/shop/runs?search=zzzz");
    expect(await page.locator(`main ${empty}`).count()).toBeGreaterThan(0);
  }, 60_000);

  it("every page has content, and none a placeholder", async () => {
    const faults: string[] = [];
    for (const address of ["/inbox", ...(await addresses()).map((route) => `/p/shop/${route}`)]) {
      const text = await open(address);
      const [placeholder] = /\((?:title|description|content)\)|\[demo|undefined|NaN|return input/.exec(text) ?? [];
      if (placeholder !== undefined) faults.push(`${address} says ${placeholder}`);
      const empties = await page.locator(`main ${empty}`).allInnerTexts();
      if (empties.length > 0) faults.push(`${address} is empty: ${empties.join(" ").slice(0, 100)}`);
    }
    expect(faults).toEqual([]);
    expect(errors).toEqual([]);
  }, 180_000);

  it("a run shows red tests, then green ones, and its change", async () => {
    const discount = await named("/runs/list?limit=50", "Add a discount to the cart");
    const [sandbox] = await rows(`/sandboxes/list?runId=${String(discount?.["id"])}&limit=2`).then((all) =>
      all.slice(-1),
    );
    const messages = await rows(`/sandboxes/messages?id=${String(sandbox?.["id"])}&limit=100`);
    const tests = messages.filter(({ title }) => String(title).startsWith("node --test"));
    const said = tests.map(({ data }) => data as { state: string; output: string });
    expect(said.map(({ state }) => state)).toEqual(["failed", "done"]);
    expect(said[0]?.output).toContain("Cannot find module");
    expect(said[1]?.output).toMatch(/pass \d\d/);
    await open(`/p/shop/runs/${String(discount?.["runNumber"])}/diff`);
    await page.getByText("export function discountedTotal").first().waitFor();
  }, 60_000);
});

it("is not disturbed by a second one in its folder", async () => {
  const { code, stderr } = await runCommand("scripts/demo.ts", ["--folder", path.join(folder, "demo")], ports);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^A demonstration is running or still ending in /);
  await expect.poll(() => rows("/runs/list?limit=1"), soon).toHaveLength(1);
  expect(existsSync(path.join(folder, "demo/key"))).toBe(true);
});

it("ends its service when it fails", async () => {
  const other = path.join(folder, "other");
  const note = path.join(other, "data/serving.json");
  // With a key the shop counts as made, so the service is started at once.
  mkdirSync(other);
  writeFileSync(path.join(other, "key"), "svc_test_none\n");
  const outcome = runCommand("scripts/demo.ts", ["--folder", other, "--keep"], ports);
  await expect.poll(() => existsSync(note) && readFileSync(note, "utf8")).toMatch(/\}\n$/);
  const { processId } = JSON.parse(readFileSync(note, "utf8")) as { processId: number };
  // Without the note the demonstration does not find its service.
  rmSync(note);
  const isOver = await Promise.race([outcome.then(() => true), pause(60_000, false)]);
  // A service that is left would outlive the test.
  if (!isOver) process.kill(processId, "SIGTERM");
  expect(isOver).toBe(true);
  expect(await outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The service has ended\./) });
  expect(() => process.kill(processId, 0)).toThrow("ESRCH");
});

it("says why its service cannot start", async () => {
  const other = path.join(folder, "unstartable");
  const outcome = await runCommand("scripts/demo.ts", ["--folder", other], { ...ports, SERVICE_PRICES: "none" });
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toMatch(/^The shop could not be made\.\nSERVICE_PRICES /);
});
