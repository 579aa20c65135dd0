// Keys that decide are safe: they wait until somebody can have read what they decide about, ask before they spend money
// or end work, can be taken back, and those of one letter can be switched off.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataOf, startRun } from "../support/fixtures";
import { uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { choose, confirm, press } from "./keys";

describe.skipIf(!hasBrowser())("keys that decide", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });

  afterAll(async () => dashboard.end());

  async function running(name: string): Promise<string> {
    const { id: runId } = await startRun(dashboard.api, { name });
    await dashboard.job.call("run.updateStatus", { runId, status: "running" });
    return runId;
  }

  async function ask(title: string, key = "way"): Promise<string> {
    const options = ["Go on", "Stop here"];
    return (await dashboard.job.call("run.ask", { runId: await running(title), key, title, options })).id;
  }

  const questions = async (status: string) =>
    (await dataOf(dashboard.api.get(`/runs/questions?status=${status}&limit=50`))) as { id: string; answer: unknown }[];
  const isIn = async (id: string, status: string) => (await questions(status)).some((each) => each.id === id);
  const answerOf = async (id: string) => (await questions("answered")).find((each) => each.id === id)?.answer;
  const statusOf = async (id: string) => (await dataOf(dashboard.api.get(`/runs/get?id=${id}`))).status;
  const row = (page: Page, text: string) => page.locator("[data-row]").filter({ hasText: text });
  const keys = (page: Page) => page.locator("html").getAttribute("data-keys");

  /** Presses the key a second time as soon as another row has it, which is before anybody could have read that. */
  async function pressTwice(page: Page, key: string): Promise<void> {
    await page.evaluate((key) => {
      const once = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const list = document.querySelector("ul:has([data-row])");
      const observer = new MutationObserver(() => {
        observer.disconnect();
        setTimeout(once, 100);
        setTimeout(once, 300);
      });
      observer.observe(list ?? document.body, { childList: true });
      once();
    }, key);
  }

  it("answer one question, and not the one that takes its place, when they are pressed twice", async () => {
    const [first, second] = [uniqueName("May the first continue? "), uniqueName("May the second continue? ")];
    const [firstId, secondId] = [await ask(first), await ask(second)];
    const page = await dashboard.open("/inbox");
    await choose(page, row(page, first));
    await page.locator('html[data-keys~="1"]').waitFor({ state: "attached" });
    await pressTwice(page, "1");
    await row(page, first).waitFor({ state: "detached" });
    await expect.poll(() => answerOf(firstId)).toBe("Go on");
    expect(await isIn(secondId, "waiting")).toBe(true);
    expect(await row(page, second).count()).toBe(1);
    await choose(page, row(page, second));
    await press(page, "2");
    await expect.poll(() => answerOf(secondId)).toBe("Stop here");
  });

  it("can be taken back for a moment after an answer", async () => {
    const title = uniqueName("Which way? ");
    const id = await ask(title);
    const page = await dashboard.open("/inbox");
    await choose(page, row(page, title));
    await press(page, "1");
    await row(page, title).waitFor({ state: "detached" });
    await press(page, "z");
    await row(page, title).waitFor();
    expect(await isIn(id, "waiting")).toBe(true);
    await choose(page, row(page, title));
    await press(page, "2");
    await expect.poll(() => answerOf(id)).toBe("Stop here");
  });

  it("are others for a permission than for a question, and its buttons show them", async () => {
    const title = uniqueName("Run the tests? ");
    const id = await ask(title, "permission/1/run");
    const page = await dashboard.open("/inbox");
    await choose(page, row(page, title));
    await page.locator('html[data-keys~="a>1"]').waitFor({ state: "attached" });
    expect((await keys(page))?.split(" ")).not.toContain("1");
    const allow = row(page, title).getByRole("button", { name: "Go on" });
    expect(await allow.locator("kbd").allTextContents()).toEqual(["a", "1"]);
    await page.keyboard.press("1");
    await page.keyboard.press("2");
    expect(await row(page, title).count()).toBe(1);
    await press(page, "a 1");
    await expect.poll(() => answerOf(id)).toBe("Go on");
  });

  it("ask before they end work or spend money, and do nothing at Escape", async () => {
    const name = uniqueName("Ends only when somebody means it ");
    const id = await running(name);
    const { runNumber } = await dataOf(dashboard.api.get(`/runs/get?id=${id}`));
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await press(page, "x");
    const dialog = page.getByRole("dialog", { name: "Cancel the run?" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await statusOf(id)).toBe("running");
    await press(page, "x");
    await confirm(page);
    await expect.poll(() => statusOf(id)).toBe("cancelled");
    await press(page, "r");
    await page.getByRole("dialog", { name: "Restart the run?" }).waitFor();
    await confirm(page);
    await expect.poll(() => statusOf(id)).toBe("pending");
  });

  it("of one letter can be switched off, and everything else still works", async () => {
    const title = uniqueName("Off or on? ");
    const id = await ask(title);
    const page = await dashboard.open("/inbox");
    await choose(page, row(page, title));
    await press(page, "?");
    await page.getByRole("checkbox", { name: "Use single-letter shortcuts" }).press("Space");
    await page.getByText("Single-letter shortcuts are off in this browser.").waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await row(page, title).waitFor();
    const words = (await keys(page))?.split(" ") ?? [];
    expect(words.filter((word) => /^(?:field:|dialog:)?(?:.|.>.)$/.test(word))).toEqual([]);
    for (const key of ["1", "j", "e", "?", "c", "N"]) await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await isIn(id, "waiting")).toBe(true);
    expect(await row(page, title).locator("kbd").filter({ hasText: /^.$/ }).allTextContents()).toEqual([]);
    // What the key would do is in the list of commands, and so is what switches the keys on again.
    await press(page, "Control+k");
    await page.keyboard.type("turn single-letter shortcuts on");
    await page.keyboard.press("Enter");
    await choose(page, row(page, title));
    await press(page, "1");
    await expect.poll(() => answerOf(id)).toBe("Go on");
    expect(dashboard.pageErrors).toEqual([]);
  });
});
