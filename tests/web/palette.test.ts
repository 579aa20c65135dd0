// The palette: it finds everything by words, by keys alone, live, and never shows what an earlier text has found.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, openDashboard, uniqueName } from "./browser";
import type { Dashboard } from "./browser";
import { press, refusePointers, type } from "./keys";

describe.skipIf(!hasBrowser())("the palette", () => {
  let dashboard: Dashboard;
  let workflowId: string;
  let runNumber: number;

  const made = async (route: string, body: object): Promise<string> =>
    (await dataOf(dashboard.api.post(route, body))).id as string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    workflowId = await createWorkflow(dashboard.api, { name: "Care for the cart" });
    const run = await startRun(dashboard.api, { workflowId, name: "Repair the cart" });
    runNumber = run.runNumber as number;
    await made("/issues/create", { title: "The cart is empty" });
    await made("/personas/create", { name: "Cartographer", type: "designer" });
    await made("/learnings/create", { description: "Never forget the cart of a customer." });
    await made("/contexts", { name: "cart-rules", content: "Text." });
    await dataOf(dashboard.api.post("/project/members/invite", { email: "carter@example.com", role: "member" }));
  });

  afterAll(async () => dashboard.end());

  const dialog = (page: Page) => page.getByRole("dialog", { name: "Find anything" });
  const field = (page: Page) => page.getByRole("combobox", { name: "Find anything" });
  const options = (page: Page, group?: string) =>
    (group === undefined ? dialog(page) : dialog(page).getByRole("group", { name: group, exact: true })).getByRole(
      "option",
    );
  const chosen = (page: Page) => dialog(page).getByRole("option", { selected: true });

  async function opened(at = "/p/demo/usage"): Promise<Page> {
    const page = await dashboard.open(at);
    await refusePointers(page);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await press(page, "Control+k");
    return page;
  }

  it("finds the issue, the run, the workflow, what agents know and the people of a word, in groups", async () => {
    // Somebody is a member from the first sign-in on.
    const carter = await dashboard.open("/inbox", { email: "carter@example.com" });
    await carter.getByRole("heading", { level: 1 }).waitFor();
    const page = await opened();
    await type(page, "cart");
    for (const [group, text] of [
      ["Runs", /^Repair the cart, #\d+ · Pending$/],
      ["Issues", /^The cart is empty, Open$/],
      ["Workflows", /^Care for the cart, Enabled$/],
      ["Personas", /^Cartographer, Designer$/],
      ["Contexts, skills, commands and scripts", /^cart-rules, Context$/],
      ["Learnings", /^Never forget the cart of a customer\., Pending$/],
      ["People", /^carter@example\.com, member$/],
    ] as const) {
      await expect
        .poll(() => options(page, group).allTextContents(), { message: group })
        .toEqual([expect.stringMatching(text)]);
    }
    await expectVisible(dialog(page).getByRole("status").getByText("7 results"));
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => chosen(page).textContent()).toContain("The cart is empty");
    const active = await field(page).getAttribute("aria-activedescendant");
    expect(await chosen(page).getAttribute("id")).toBe(active);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "The cart is empty" }).waitFor();
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("keeps what is typed before its code has arrived", async () => {
    const page = await dashboard.open("/p/demo/usage");
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/assets\/Palette-.*\.js$/, async (route) => {
      await arrival;
      await route.continue();
    });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await press(page, "Control+k");
    await type(page, `${runNumber}`);
    await page.keyboard.press("Enter");
    arrive();
    await page.waitForURL(new RegExp(`/p/demo/runs/${runNumber}$`));
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("opens the run of a number, although Enter comes before the answer", async () => {
    const page = await opened();
    await page.keyboard.type(`${runNumber}`);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/p/demo/runs/${runNumber}$`));
    // It is the first of the recent pages from now on, on any other page.
    await press(page, "g u");
    await page.waitForURL(/usage$/);
    await press(page, "Control+k");
    await expect.poll(() => options(page, "Recent").first().textContent()).toContain("Repair the cart");
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/p/demo/runs/${runNumber}$`));
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("finds settings by the right of the person, and leads from them to a list that has more", async () => {
    const page = await opened();
    await type(page, "api keys");
    await expect.poll(() => chosen(page).textContent()).toBe("API keys, Settings");
    await page.keyboard.press("Enter");
    await page.waitForURL(/settings\/keys$/);
    const word = uniqueName("lantern");
    for (let at = 1; at <= 6; at++) await made("/issues/create", { title: `${word} ${at}` });
    await press(page, "Control+k");
    await type(page, word);
    await expect
      .poll(() => options(page, "Issues").allTextContents())
      .toEqual([...[6, 5, 4, 3, 2].map((at) => `${word} ${at}, Open`), `All issues with “${word}”`]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`issues\\?search=${word}$`));
    const member = await dashboard.open("/p/demo/usage", { email: "carter@example.com" });
    await press(member, "Control+k");
    await type(member, "api keys");
    await expectVisible(dialog(member).getByText("Nothing matches “api keys”."));
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("is live: what is made or renamed while it is open appears, and the choice stays where it was", async () => {
    const page = await opened();
    const word = uniqueName("harbour");
    const id = await made("/issues/create", { title: `${word} one` });
    await type(page, word);
    await expect.poll(() => options(page, "Issues").allTextContents()).toEqual([`${word} one, Open`]);
    // The arrow chooses the only one. A newer one comes above it.
    await page.keyboard.press("ArrowDown");
    await made("/issues/create", { title: `${word} two` });
    await expect.poll(() => options(page, "Issues").count()).toBe(2);
    expect(await chosen(page).textContent()).toBe(`${word} one, Open`);
    await dataOf(dashboard.api.post("/issues/update", { issueId: id, title: `${word} three` }));
    await expect.poll(() => chosen(page).textContent()).toBe(`${word} three, Open`);
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("never shows a late answer to an earlier text as one to the present text", async () => {
    const [early, late] = [uniqueName("early"), uniqueName("newer")];
    await made("/issues/create", { title: `${early} thing` });
    await made("/issues/create", { title: `${late} thing` });
    const page = await dashboard.open("/p/demo/usage");
    let noteAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => (noteAsked = resolve));
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        server.send(message);
        if (message.includes(early)) noteAsked();
      });
      // Each answer takes half a second longer, in its order.
      server.onMessage((message) => setTimeout(() => socket.send(message), 500));
    });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await press(page, "Control+k");
    // All that the list ever shows while it says that it is settled.
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const list = document.querySelector("dialog [role=listbox]");
        const typed = document.querySelector<HTMLInputElement>("dialog input")?.value ?? "";
        if (list?.getAttribute("aria-busy") === "false") seen.push(`${typed}: ${list.textContent}`);
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await type(page, early);
    // The question is on its way, and its answer comes when the text is another one.
    await asked;
    await field(page).fill(late);
    await expect.poll(() => options(page, "Issues").allTextContents()).toEqual([`${late} thing, Open`]);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((each) => each.startsWith(`${late}:`) && each.includes(`${early} thing`))).toEqual([]);
    expect(seen.some((each) => each.startsWith(`${late}:`) && each.includes(`${late} thing`))).toBe(true);
  });

  it("says when nothing matches, keeps the field, and closes at Escape", async () => {
    const page = await opened();
    await type(page, "zzzzzz");
    await expectVisible(dialog(page).getByText("Nothing matches “zzzzzz”."));
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("forgets what was open when somebody signs out", async () => {
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("recent")));
    await expect.poll(kept).toEqual(["switchyard.recentPages"]);
    await press(page, "Control+k");
    await type(page, "sign out");
    await page.keyboard.press("Enter");
    await expectVisible(page.getByText("npm run admin -- dashboard"));
    expect(await kept()).toEqual([]);
  });
});
