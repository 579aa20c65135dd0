// The dashboard in a real browser, on a service that was started as people start it. Everything a page must never do is
// collected on the way: errors in the console, requests to other hosts.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseEnv } from "node:util";
import { chromium } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { rootDirectory } from "../../scripts/settings";
import { runCommand } from "../support/command";
import { callbackWith, client, dataOf } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { killAll, shown, start } from "../support/npmStart";
import type { Start } from "../support/npmStart";
import type { StartedOnce } from "../support/startedOnce";
import { ContextPool } from "./contextPool";
import { narrow, wide } from "./windowSizes";

export { narrow, wide };

export interface Dashboard {
  socketUrl: string;
  httpUrl: string;
  dataDirectory: string;
  /** REST with a key of the project Demo. */
  api: Client;
  apiKey: string;
  /** The callback, as a runner calls it. */
  job: Runner;
  /** What pages did that they must not do. Tests end by expecting that it is empty. */
  pageErrors: string[];
  browser: Browser;
  /** Opens a page as this person, who has signed in. It is closed at the end of the test. */
  open: (at: string, options?: Opening) => Promise<Page>;
  kill: () => Promise<void>;
  /** Starts the service again, at the same addresses. */
  startAgain: () => Promise<void>;
  end: () => Promise<void>;
}

interface Opening extends BrowserContextOptions {
  email?: string;
  /** Another address by which the service can be reached. */
  through?: string;
}

/** Whether there is a browser. Without one, tests are skipped with one loud line, unless they must not be. */
export function hasBrowser(): boolean {
  const found = browserPath() !== null;
  if (found) return true;
  const advice = "There is no Chromium: apt-get install chromium-headless-shell, or set CHROMIUM to its path.";
  if (process.env["BROWSER_REQUIRED"] !== undefined) throw new Error(advice);
  console.warn(`\n${advice} The tests of the dashboard in a browser are skipped.\n`);
  return false;
}

function browserPath(): string | null {
  const named = process.env["CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  for (const name of ["chromium-headless-shell", "chromium"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // The next name is tried.
    }
  }
  return null;
}

/** A name of this machine at which pages are not secure, as at an address of a local network without https. */
export const insecureHost = "switchyard.lan";

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath() ?? "",
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      // Pages of one context have one process. A new page would have one of its own otherwise, and leave it at once.
      "--renderer-process-limit=1",
      `--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`,
    ],
  });
}

/** The browser of this process, which ends with it: the test files that a worker runs have it one after another. */
let ownBrowser: Promise<Browser> | undefined;

/**
 * `atEnd` receives what closes a page. Without a test, such as in a measurement, pages stay open until the end, and the
 * service begins without data.
 */
export async function openDashboard(
  environment: NodeJS.ProcessEnv = {},
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
  startedOnce: StartedOnce | null = inject("startedOnce"),
): Promise<Dashboard> {
  const dataDirectory = path.join(mkdtempSync(path.join(tmpdir(), "switchyard-web-")), "data");
  if (startedOnce !== null) cpSync(startedOnce.dataDirectory, dataDirectory, { recursive: true });
  const on = { SERVICE_DASHBOARD: "on", ...environment };
  let service = await start(dataDirectory, on);
  const httpUrl = shown(service, /http:\S+(?=\/api\/v1$)/m);
  const socketUrl = shown(service, /(?<=Convex clients +)http:\S+/);
  const apiKey = startedOnce?.apiKey ?? shown(service, /svc_test_\w+/);
  const browser = await (ownBrowser ??= launchBrowser());
  const pool = new ContextPool(browser, socketUrl);
  const sessions = new Map<string, string>();
  const pageErrors: string[] = [];
  const deployment = { fetch: (route: string, request?: RequestInit) => fetch(new URL(route, httpUrl), request) };
  const { JOB_CALLBACK_SECRET: secret } = parseEnv(readFileSync(path.join(dataDirectory, "secrets.env"), "utf8"));
  await waitUntilBuilt(socketUrl);
  const api = client(deployment, apiKey);
  // Without a repository no form starts anything.
  await dataOf(api.post("/project/update", { gitRepoUrl: "https://code.example/demo.git" }));
  return {
    socketUrl,
    httpUrl,
    dataDirectory,
    apiKey,
    api,
    job: callbackWith(deployment, secret),
    pageErrors,
    browser,
    open: (at, options = {}) =>
      openPage({ pool, sessions, pageErrors, socketUrl, code: codeOf(service), atEnd }, at, options),
    async kill() {
      service.child.kill("SIGKILL");
      await once(service.child, "close");
    },
    async startAgain() {
      const [httpPort, socketPort] = [httpUrl, socketUrl].map((url) => new URL(url).port);
      const ports = { SERVICE_HTTP_PORT: httpPort, SERVICE_SOCKET_PORT: socketPort };
      service = await start(dataDirectory, { ...on, ...ports });
    },
    async end() {
      await pool.close();
      killAll();
      rmSync(path.dirname(dataDirectory), { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function codeOf(service: Start): string {
  return shown(service, /(?<=#code=)\S+/);
}

/** The dashboard is built beside the first start of a checkout. */
async function waitUntilBuilt(socketUrl: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(socketUrl)).ok) return;
    await pause(200);
  }
  throw new Error("The dashboard was not built within a minute.");
}

interface Opened {
  pool: ContextPool;
  sessions: Map<string, string>;
  pageErrors: string[];
  socketUrl: string;
  code: string;
  atEnd: (close: () => Promise<void>) => void;
}

async function openPage(
  { pool, sessions, pageErrors, socketUrl, code, atEnd }: Opened,
  at: string,
  options: Opening,
): Promise<Page> {
  const { email, through = socketUrl, ...rest } = options;
  const { context, leave } = await pool.take(through, rest);
  atEnd(leave);
  const page = await context.newPage();
  // Machines of CI are slow now and then; a test that hangs ends by the limit of its file.
  page.setDefaultTimeout(90_000);
  watchErrors(page, new URL(through).host, pageErrors);
  const hash = `#code=${code}`;
  const visitor = `${through} ${hash} ${email}`;
  const session = sessions.get(visitor);
  if (session !== undefined) await page.addInitScript(bringSession, { hash, session });
  await page.goto(`${through}${at}${hash}`);
  if (session === undefined) {
    await signIn(page, email);
    sessions.set(visitor, await page.evaluate(() => localStorage.getItem("switchyard.session") ?? ""));
  }
  await page.getByRole("navigation").first().waitFor({ state: "attached" });
  return page;
}

function watchErrors(page: Page, host: string, pageErrors: string[]): void {
  page.on("pageerror", (error) => pageErrors.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") pageErrors.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.host !== host && url.protocol !== "data:") pageErrors.push(`request to ${request.url()}`);
  });
}

/**
 * Runs in a page. The first page of a person signs in by a click; those after it begin with its session. The address
 * has the code once, so the page that signs out and loads again is not signed in by this.
 */
function bringSession({ hash, session }: { hash: string; session: string }): void {
  if (location.hash === hash) localStorage.setItem("switchyard.session", session);
}

async function signIn(page: Page, email: string | undefined): Promise<void> {
  if (email === undefined) {
    await page.getByRole("button", { name: "Continue as owner@localhost" }).click();
  } else {
    await page.getByRole("button", { name: "Use another address" }).click();
    await page.getByLabel("Address").fill(email);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
  }
  await page.getByRole("navigation").first().waitFor({ state: "attached" });
}

/** Goes there as a press of a link does, without loading everything again. `at` is an address behind the host. */
export async function follow(page: Page, at: string): Promise<void> {
  await page.evaluate((at) => history.pushState(null, "", at), at);
  await page.locator("main[aria-busy=false]").waitFor();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

/** Signs out by the menu of the person, whose button is the last of the navigation. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** Fills the project Demo with example data of every kind. seededOnce.ts has it made once. */
export async function seed(
  { apiKey, httpUrl, dataDirectory }: Pick<Dashboard, "apiKey" | "httpUrl" | "dataDirectory">,
  runs: number,
): Promise<void> {
  const args = ["--runs", String(runs), "--key", apiKey, "--url", httpUrl];
  const outcome = await runCommand("scripts/seed.ts", args, { SERVICE_DATA_DIR: dataDirectory });
  if (outcome.code !== 0) throw new Error(outcome.stderr);
}

const axe = readFileSync(
  createRequire(path.join(rootDirectory, "package.json")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The themes differ in their colors alone (tests/themes.test.ts), so one of them is only asked about these. */
const rulesOfColors = ["color-contrast", "link-in-text-block"];

/** Returns what keeps people from using the page: the findings of axe with these impacts. */
export async function accessibilityProblems(
  page: Page,
  impacts: string[] = ["serious", "critical"],
  asked: readonly string[] = rules,
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return await page.evaluate(
    async ([asked, impacts]) => {
      interface Finding {
        id: string;
        impact: string;
        nodes: { target: string[]; failureSummary: string }[];
      }
      const { axe } = window as unknown as {
        axe: { run: (root: Document, options: object) => Promise<{ violations: Finding[] }> };
      };
      // Otherwise axe also makes a path to each element that passes, which takes half of its time on a large page.
      const { violations } = await axe.run(document, { runOnly: asked, resultTypes: ["violations"] });
      return violations
        .filter(({ impact }) => impacts.includes(impact))
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("; ")}`,
        );
    },
    [asked, impacts] as const,
  );
}

/** What depends on the size of the window is drawn again a few frames later, and on a busy machine after that. */
async function lastingProblems(page: Page, asked: readonly string[]): Promise<string[]> {
  let found: string[] = [];
  for (const waitMs of [200, 600, 1_800]) {
    await pause(waitMs);
    found = await accessibilityProblems(page, ["serious", "critical"], asked);
    if (found.length === 0) break;
  }
  return found;
}

let words = 0;

/** A word that no other test has used, and no earlier try of the same test. */
export function uniqueName(word: string): string {
  return `${word}${++words}`;
}

/** Waits until the page shows it. */
export async function expectVisible(shown: Locator): Promise<void> {
  await shown.waitFor({ state: "visible" });
}

/**
 * The button with this name, when it can be pressed. A form that is sent without a connection must have loaded before
 * what it offers for choice.
 */
export async function readyButton(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole("button", { name, exact: true, disabled: false });
  await button.waitFor();
  return button;
}

/** How far the page is wider than its window. */
export async function overflowWidth(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Looks for barriers in both themes and both sizes, and for anything that makes the page wider than its window. */
export async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    for (const size of [wide, narrow]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      const here = await lastingProblems(page, colorScheme === "light" ? rules : rulesOfColors);
      const wider = await overflowWidth(page);
      if (wider > 0) here.push(`the page is ${wider} px wider than its window`);
      found.push(...here.map((finding) => `${colorScheme}, ${size.width} px: ${finding}`));
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(wide);
  if (found.length > 0) throw new Error(found.join("\n"));
}
