// The inbox: what needs a person, dealt with by keys alone.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataOf, startRun } from "../support/fixtures";
import { expectAccessible, uniqueName, hasBrowser, narrow, openDashboard, seed } from "./browser";
import type { Dashboard } from "./browser";
import { choose, press } from "./keys";

describe.skipIf(!hasBrowser())("the inbox", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await seed(dashboard, 30);
  });

  afterAll(async () => dashboard.end());

  it("is the first page after one click, without the code in the address", async () => {
    const page = await dashboard.open("/");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(page.url()).toBe(`${dashboard.socketUrl}/inbox`);
    const { count } = await dataOf(dashboard.api.get("/inbox/count"));
    await expect.poll(() => page.title()).toBe(`(${count}) Inbox · Switchyard`);
  });

  it("dismisses items with j and e", async () => {
    const page = await dashboard.open("/inbox");
    const rows = page.locator("[data-row]");
    await rows.first().waitFor();
    const [first, second] = [await rows.nth(0).getAttribute("data-row"), await rows.nth(1).getAttribute("data-row")];
    await press(page, "j", "j", "e");
    await page.locator(`[data-row="${second}"]`).waitFor({ state: "detached" });
    const left = (await dataOf(dashboard.api.get("/inbox?limit=100"))) as { id: string }[];
    await expect.poll(async () => left.map(({ id }) => id)).toContain(first);
    await expect
      .poll(async () => ((await dataOf(dashboard.api.get("/inbox?limit=100"))) as { id: string }[]).map(({ id }) => id))
      .not.toContain(second);
  });

  it("ignores a click on the row that moves up under the pointer", async () => {
    const { api, job } = dashboard;
    const [option, key] = [uniqueName("Go on "), "way"];
    const asked = [];
    for (const title of [uniqueName("May the first continue? "), uniqueName("May the second continue? ")]) {
      const { id: runId } = await startRun(api, { name: title });
      await job.call("run.updateStatus", { runId, status: "running" });
      asked.push({ title, id: (await job.call("run.ask", { runId, key, title, options: [option, "Stop"] })).id });
    }
    const page = await dashboard.open("/inbox");
    const ways = page.getByRole("button", { name: option });
    await ways.nth(1).waitFor();
    // Clicks in the second row as soon as the first has gone, and long before a person could.
    await page.evaluate((option) => {
      const list = document.querySelector("ul:has([data-row])");
      const observer = new MutationObserver(() => {
        observer.disconnect();
        const left = [...document.querySelectorAll("[data-row] button")].find((way) =>
          way.textContent?.includes(option),
        );
        left?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
      });
      observer.observe(list ?? document.body, { childList: true });
    }, option);
    await ways.first().click();
    await page.getByText(`Answered with “${option}”: ${asked[0]!.title}`).waitFor();
    await page.waitForTimeout(1_500);
    expect(await page.getByText(`Answered with “${option}”: ${asked[1]!.title}`).count()).toBe(0);
    await ways.click();
    await page.getByText(`Answered with “${option}”: ${asked[1]!.title}`).waitFor();
  });

  it("dismisses one item while its key is held down, and says which", async () => {
    const page = await dashboard.open("/inbox");
    const rows = page.locator("[data-row]");
    await rows.nth(2).waitFor();
    const title = (await rows.first().locator("button").first().textContent()) ?? "";
    const count = await rows.count();
    await press(page, "j");
    await page.locator("html[data-keys~=e]").waitFor({ state: "attached" });
    await page.keyboard.down("e");
    await page.getByText(`Dismissed for everybody: ${title}`).waitFor();
    await page.keyboard.down("e");
    await page.keyboard.up("e");
    expect(await rows.count()).toBe(count - 1);
    await press(page, "e");
    await expect.poll(() => rows.count()).toBe(count - 2);
  });

  it("shows what is new at once, and counts it in the title", async () => {
    const page = await dashboard.open("/inbox");
    const { count } = await dataOf(dashboard.api.get("/inbox/count"));
    await expect.poll(() => page.title()).toContain(`(${count})`);
    const error = uniqueName("The disk is full ");
    const { id: runId } = await startRun(dashboard.api, { name: "It breaks" });
    await dashboard.job.call("run.updateStatus", { runId, status: "failed", error });
    await page.getByText(error).waitFor();
    await expect.poll(() => page.title()).toContain(`(${Number(count) + 1})`);
  });

  it("notifies somebody who looks elsewhere, on any page, and leads to what is new", async () => {
    const page = await dashboard.open("/inbox");
    // The browser of the tests shows no notifications, so they are written down instead.
    await page.addInitScript(() => {
      const shown: EventTarget[] = [];
      class Written extends EventTarget {
        static permission = "default";
        static async requestPermission() {
          Written.permission = "granted";
          return "granted";
        }
        constructor(
          readonly title: string,
          readonly options: { body: string },
        ) {
          super();
          shown.push(this);
        }
        close() {}
      }
      Object.assign(window, { Notification: Written, shown });
      document.hasFocus = () => false;
    });
    await page.reload();
    await page.getByRole("button", { name: "Notify me" }).press("Enter");
    await page.getByRole("button", { name: "Notify me" }).waitFor({ state: "detached" });
    await press(page, "g w");
    await page.getByRole("heading", { level: 1, name: "Workflows" }).waitFor();
    const name = uniqueName("It breaks unseen ");
    const { id: runId } = await startRun(dashboard.api, { name });
    await dashboard.job.call("run.updateStatus", { runId, status: "failed", error: "No disk." });
    const written = () =>
      page.evaluate(() => {
        const { shown } = window as unknown as { shown: { title: string; options: { body: string } }[] };
        return shown.map(({ title, options }) => [title, options.body]);
      });
    await expect.poll(written).toEqual([[name, "No disk."]]);
    await page.evaluate(() => {
      const { shown } = window as unknown as { shown: EventTarget[] };
      shown[0]?.dispatchEvent(new Event("click"));
    });
    await page.getByRole("heading", { level: 1, name }).waitFor();
    expect(page.url()).toContain(`/runs/${runId}`);
  });

  it("answers the question of a run by a number", async () => {
    const page = await dashboard.open("/inbox");
    const { api, job } = dashboard;
    const title = uniqueName("Which way ");
    const { id: runId } = await startRun(api, { name: uniqueName("It asks ") });
    await job.call("run.updateStatus", { runId, status: "running" });
    await job.call("run.ask", { runId, key: "way", title, options: ["The short one", "The long one"] });
    const question = page.getByRole("region", { name: `Question: ${title}` });
    await question.waitFor();
    const row = page.locator("[data-row]", { has: question });
    const place = (await page.locator("[data-row]").all()).length;
    for (let moved = 0; moved < place; moved++) {
      if ((await row.getAttribute("data-current")) !== null) break;
      await press(page, "j");
    }
    await press(page, "1");
    const answered = async () =>
      (
        (await dataOf(api.get("/runs/questions?status=answered&limit=50"))) as { title: string; answer: unknown }[]
      ).find((each) => each.title === title)?.answer;
    await expect.poll(answered).toBe("The short one");
  });

  describe("with what fails for the same reason", () => {
    const fail = async (reason: string, ...names: string[]) => {
      for (const name of names) {
        const { id: runId } = await startRun(dashboard.api, { name });
        await dashboard.job.call("run.updateStatus", { runId, status: "failed", error: reason });
      }
    };
    const titles = async () =>
      ((await dataOf(dashboard.api.get("/inbox?limit=100"))) as { title: string }[]).map(({ title }) => title);
    const word = (text: string) =>
      `${text} ${uniqueName("").replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;

    it("begins with questions by their deadline, and makes one row of such failures", async () => {
      const { api, job } = dashboard;
      const reason = word("The printer burns");
      await fail(`${reason}: page 17`, "Late", "Later");
      await fail(`${reason}: page 3`, "Latest");
      const { id: runId } = await startRun(api, { name: uniqueName("Urgent ") });
      const title = uniqueName("At once? ");
      await job.call("run.ask", { runId, key: "k", title, deadline: Date.now() + 3 * 3_600_000 + 60_000 });
      const page = await dashboard.open("/inbox");
      const first = page.locator("[data-row]").first();
      await first.getByText(title).waitFor();
      const due = first.locator("time").first();
      expect(await due.textContent()).toContain("in 3");
      expect(await due.getAttribute("title")).toMatch(/\d{4}.*\d{2}:\d{2}/);
      const group = page.locator("[data-row]", { hasText: `3 × ${reason}` });
      await group.waitFor();
      expect(await page.getByRole("button", { name: "Latest", exact: true }).count()).toBe(0);
      await group.getByRole("button", { name: "Show" }).click();
      await page.getByRole("button", { name: "Latest", exact: true }).waitFor();
    });

    it("dismisses many at once, and takes it back", async () => {
      const reason = word("The cable melts");
      const names = [uniqueName("Molten "), uniqueName("Molten "), uniqueName("Molten ")];
      await fail(reason, ...names);
      const page = await dashboard.open("/inbox");
      const group = page.locator("[data-row]", { hasText: `3 × ${reason}` });
      await choose(page, group);
      await press(page, "x");
      const bar = page.getByRole("toolbar", { name: "Selected items" });
      await bar.getByText("3 selected").waitFor();
      await press(page, "e");
      await page.getByText("Dismissed for everybody: 3 items").waitFor();
      await group.waitFor({ state: "detached" });
      await press(page, "z");
      await group.waitFor();
      expect(await titles()).toEqual(expect.arrayContaining(names));
      await choose(page, group);
      await press(page, "x", "e");
      await group.waitFor({ state: "detached" });
      await expect
        .poll(async () => (await titles()).filter((title) => names.includes(title)), { timeout: 20_000 })
        .toEqual([]);
    });

    it("restarts all of them by one button", async () => {
      const reason = word("The tap leaks");
      const names = [uniqueName("Wet "), uniqueName("Wet ")];
      await fail(reason, ...names);
      const page = await dashboard.open("/inbox");
      const group = page.locator("[data-row]", { hasText: `2 × ${reason}` });
      await group.getByRole("button", { name: "Restart all 2" }).click();
      await page.getByText("Restarted: 2 runs").waitFor();
      const states = async () =>
        ((await dataOf(dashboard.api.get("/runs/list?limit=50"))) as { name: string; status: string }[])
          .filter(({ name }) => names.includes(name))
          .map(({ status }) => status);
      await expect.poll(states, { timeout: 20_000 }).toEqual(["pending", "pending"]);
      await group.waitFor({ state: "detached" });
    });

    it("shows one kind alone, with its count, from the address too", async () => {
      const page = await dashboard.open("/inbox");
      const chip = page.getByRole("button", { name: /^Failed runs \d+$/ });
      await chip.click();
      await expect.poll(() => page.url()).toContain("kind=run_failed");
      const kinds = () =>
        page.locator("[data-row]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-kind")));
      await expect.poll(async () => new Set(await kinds())).toEqual(new Set(["run_failed"]));
      await chip.click();
      await expect.poll(async () => new Set(await kinds()).size).toBeGreaterThan(1);
    });
  });

  it("shows what has finished until it is opened, in every window", async () => {
    const { api, job } = dashboard;
    const name = uniqueName("Quietly done ");
    const { id: runId, runNumber } = await startRun(api, { name });
    const list = await dashboard.open("/p/demo/runs");
    const inbox = await dashboard.open("/inbox");
    const row = list.locator(`[data-row="${runId}"]`);
    await row.waitFor();
    expect(await row.getByText("Finished, not looked at").count()).toBe(0);
    await job.call("run.updateStatus", { runId, status: "completed" });
    await row.getByText("Finished, not looked at").waitFor();
    const fold = inbox.getByRole("region", { name: "Finished, not looked at" });
    await fold.waitFor();
    await press(inbox, "f");
    await fold.getByRole("link", { name }).click();
    await inbox.getByRole("heading", { level: 1, name }).waitFor();
    expect(inbox.url()).toContain(`/runs/${runNumber}`);
    await row.getByText("Finished, not looked at").waitFor({ state: "detached" });
    await press(inbox, "g i", "f");
    await inbox.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    expect(await inbox.getByRole("link", { name }).count()).toBe(0);
  });

  it("says on a phone what it is about above the title", async () => {
    const page = await dashboard.open("/inbox");
    await page.setViewportSize(narrow);
    const row = page.locator("[data-row]").first();
    await row.waitFor();
    const top = async (place: number) => {
      const box = await row.locator("div").first().locator("> *").nth(place).boundingBox();
      return box?.y ?? Number.NaN;
    };
    const [kind, title, about] = [await top(0), await top(1), await top(2)];
    expect(Math.abs(kind - about)).toBeLessThan(4);
    expect(title).toBeGreaterThan(about + 8);
  });

  it("shows no shortcuts on a touch screen, except in their list", async () => {
    const keys = (page: Page) => page.locator("kbd").filter({ visible: true }).count();
    const desk = await dashboard.open("/inbox");
    await desk.locator("[data-row]").first().waitFor();
    expect(await keys(desk)).toBeGreaterThan(0);
    const page = await dashboard.open("/inbox", { hasTouch: true });
    await page.setViewportSize(narrow);
    await page.locator("[data-row]").first().waitFor();
    expect(await keys(page)).toBe(0);
    await page.getByRole("button", { name: "Find anything" }).click();
    await page.getByRole("option", { name: "Show keyboard shortcuts" }).click();
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await list.waitFor();
    expect(await keys(page)).toBeGreaterThan(10);
    await list.getByRole("button", { name: "Close" }).click();
    await list.waitFor({ state: "detached" });
  });

  it("is accessible in both themes and sizes, without page errors", async () => {
    const page = await dashboard.open("/inbox");
    await page.locator("[data-row]").first().waitFor();
    await expectAccessible(page);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
