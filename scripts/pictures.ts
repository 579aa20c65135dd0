// `npm run pictures`: the pictures of the README and of docs/, taken from the demonstration in a real browser.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import { asksForHelp } from "./help";
import { rootDirectory } from "./settings";

const usage = `Usage: npm run pictures -- [name ...]

Takes the pictures in docs/pictures again, or those with these names alone. It needs git and a Chromium:
chromium-headless-shell of Debian, or the program that CHROMIUM names.`;

const folder = path.join(rootDirectory, "docs/pictures");
/** The demonstration needs this long until there is something of everything. */
const demoMs = 60_000;

/** Where the demonstration is. */
interface Addresses {
  /** Signs in to the dashboard. */
  signIn: string;
  dashboard: string;
  documentation: string;
}

interface Picture {
  name: string;
  /** Opens the page, and waits for what must be on it. */
  open: (page: Page, addresses: Addresses) => Promise<void>;
  isDark?: boolean;
}

const pictures: readonly Picture[] = [
  {
    name: "inbox",
    open: async (page, { dashboard }) => {
      await page.goto(`${dashboard}/inbox`);
      await page.locator("[data-row]").first().waitFor();
    },
  },
  {
    name: "run",
    isDark: true,
    open: async (page, { dashboard }) => {
      await openRun(page, dashboard);
      await page.getByLabel("Transcript of").selectOption({ label: "Build" });
      await page.getByRole("log").waitFor();
    },
  },
  {
    name: "diff",
    open: async (page, { dashboard }) => {
      await openRun(page, dashboard);
      await page.getByRole("link", { name: "Diff" }).click();
      await page.getByRole("region", { name: "Changes" }).waitFor();
    },
  },
  {
    name: "review",
    open: async (page, { dashboard }) => {
      await page.goto(`${dashboard}/p/shop/reviews`);
      await page.locator("[data-row] a").first().click();
      await page.locator("[data-row]").first().waitFor();
    },
  },
  {
    name: "usage",
    open: async (page, { dashboard }) => {
      await page.goto(`${dashboard}/p/shop/usage`);
      await page.getByText("The highest daily cost was").waitFor();
    },
  },
  {
    name: "reference",
    open: async (page, { documentation }) => {
      await page.goto(`${documentation}#operations/runsStart`);
      await page.locator('[id="operations/runsStart"]').getByText("/api/v1/runs/start").first().waitFor();
    },
  },
];

async function openRun(page: Page, dashboard: string): Promise<void> {
  await page.goto(`${dashboard}/p/shop/runs?search=discount`);
  await page.getByRole("link", { name: "Add a discount to the cart" }).click();
  await page.getByText("Transcript of").waitFor();
}

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  if (asksForHelp(names)) return console.log(usage);
  const unknown = names.find((name) => !pictures.some((picture) => picture.name === name));
  if (unknown !== undefined) {
    console.error(`There is no picture ${unknown}.\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const place = mkdtempSync(path.join(tmpdir(), "switchyard-pictures-"));
  const demo = startDemo(place);
  try {
    const addresses = await addressesOf(demo);
    console.log(`The demonstration works for ${demoMs / 1000} s.`);
    await pause(demoMs);
    await take(
      pictures.filter(({ name }) => names.length === 0 || names.includes(name)),
      addresses,
    );
  } finally {
    const ended = once(demo, "exit");
    if (demo.pid !== undefined && demo.exitCode === null) process.kill(-demo.pid, "SIGTERM");
    await ended;
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  }
}

function startDemo(place: string): ChildProcess {
  return spawn(process.execPath, ["scripts/bootstrap.mjs", "scripts/demo.ts", "--folder", path.join(place, "demo")], {
    cwd: rootDirectory,
    env: { ...process.env, SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
}

function addressesOf(demo: ChildProcess): Promise<Addresses> {
  let output = "";
  return new Promise((resolve, reject) => {
    demo.once("exit", () => reject(new Error("The demonstration has ended.")));
    // Its output is read to the end: a demonstration that could not write would break.
    demo.stdout?.on("data", (chunk: Buffer) => {
      output += String(chunk);
      const signIn = /Dashboard +(\S+)\n/.exec(output)?.[1];
      const rest = /REST API +(\S+)\n/.exec(output)?.[1];
      if (signIn === undefined || rest === undefined) return;
      resolve({ signIn, dashboard: new URL(signIn).origin, documentation: `${new URL(rest).origin}/docs` });
    });
  });
}

async function take(chosen: readonly Picture[], addresses: Addresses): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(addresses.signIn);
  await page.getByRole("button", { name: "Continue as owner@localhost" }).click();
  await page.getByRole("navigation").first().waitFor();
  for (const { name, open, isDark = false } of chosen) {
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
    await open(page, addresses);
    await pause(1_000);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    console.log(`docs/pictures/${name}.png`);
  }
  await browser.close();
}

await main();
