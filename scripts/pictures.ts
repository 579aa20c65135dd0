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

const usage = `Usage: npm run pictures

Takes the pictures in docs/pictures again. It needs git and a Chromium: chromium-headless-shell of Debian, or the program
that CHROMIUM names.`;

const folder = path.join(rootDirectory, "docs/pictures");
/** The demonstration needs this long until there is something of everything. */
const demoMs = 60_000;

/** Each page, what must be on it before the picture is taken, and its theme. */
const pictures: { name: string; open: (page: Page, address: string) => Promise<void>; isDark?: boolean }[] = [
  {
    name: "inbox",
    open: async (page, address) => {
      await page.goto(`${address}/inbox`);
      await page.locator("[data-row]").first().waitFor();
    },
  },
  {
    name: "run",
    isDark: true,
    open: async (page, address) => {
      await openRun(page, address);
      await page.getByLabel("Transcript of").selectOption({ label: "Build" });
      await page.getByRole("log").waitFor();
    },
  },
  {
    name: "diff",
    open: async (page, address) => {
      await openRun(page, address);
      await page.getByRole("link", { name: "Diff" }).click();
      await page.getByRole("region", { name: "Changes" }).waitFor();
    },
  },
  {
    name: "review",
    open: async (page, address) => {
      await page.goto(`${address}/p/shop/reviews`);
      await page.locator("[data-row] a").first().click();
      await page.locator("[data-row]").first().waitFor();
    },
  },
  {
    name: "usage",
    open: async (page, address) => {
      await page.goto(`${address}/p/shop/usage`);
      await page.getByText("The highest daily cost was").waitFor();
    },
  },
];

async function openRun(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/p/shop/runs?search=discount`);
  await page.getByRole("link", { name: "Add a discount to the cart" }).click();
  await page.getByText("Transcript of").waitFor();
}

async function main(): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) return console.log(usage);
  const place = mkdtempSync(path.join(tmpdir(), "switchyard-pictures-"));
  const demo = startDemo(place);
  try {
    const address = await addressOf(demo);
    console.log(`The demonstration works for ${demoMs / 1000} s.`);
    await pause(demoMs);
    await takeAll(address);
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

function addressOf(demo: ChildProcess): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    demo.once("exit", () => reject(new Error("The demonstration has ended.")));
    // Its output is read to the end: a demonstration that could not write would break.
    demo.stdout?.on("data", (chunk: Buffer) => {
      output += String(chunk);
      const found = /Dashboard +(\S+)\n/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
}

async function takeAll(signInAddress: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(signInAddress);
  await page.getByRole("button", { name: "Continue as owner@localhost" }).click();
  await page.getByRole("navigation").first().waitFor();
  for (const { name, open, isDark = false } of pictures) {
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
    await open(page, new URL(signInAddress).origin);
    await pause(1_000);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    console.log(`docs/pictures/${name}.png`);
  }
  await browser.close();
}

await main();
