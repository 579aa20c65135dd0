// The navigation: its ten entries, the tabs behind them, every address that ever was one, the projects and the person.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../support/command";
import { dataOf } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, narrow, signOut, uniqueName } from "./browser";
import type { Dashboard } from "./browser";
import { openSeeded } from "./seededOnce";
import { press } from "./keys";

/** Each address with the entry, the tab and the title that it shows. An address that was valid once stays here. */
const lists: [page: string, entry: string, tab: string | null, title: string][] = [
  ["runs", "Runs", null, "Runs"],
  ["issues", "Issues", "List", "Issues"],
  ["issues?view=list", "Issues", "List", "Issues"],
  ["issues?view=board", "Issues", "Board", "Issue board · Issues"],
  ["sessions", "Issues", "Sessions", "Issue sessions · Issues"],
  ["reviews", "Issues", "Reviews", "Reviews · Issues"],
  ["chains", "Chains", null, "Chains"],
  ["chains?kind=sprint", "Chains", null, "Chains"],
  ["recurring", "Schedules", null, "Schedules"],
  ["merging", "Merging", null, "Merging"],
  ["workflows", "Workflows", null, "Workflows"],
  ["learnings", "Knowledge", "Learnings", "Learnings · Knowledge"],
  ["learnings?status=approved", "Knowledge", "Learnings", "Learnings · Knowledge"],
  ["personas", "Knowledge", "Personas", "Personas · Knowledge"],
  ["contexts", "Knowledge", "Contexts", "Contexts · Knowledge"],
  ["skills", "Knowledge", "Skills", "Skills · Knowledge"],
  ["commands", "Knowledge", "Commands", "Commands · Knowledge"],
  ["scripts", "Knowledge", "Scripts", "Scripts · Knowledge"],
  ["runners", "Settings", "Runners", "Runners · Settings"],
  ["usage?period=7", "Usage", null, "Usage"],
  ["settings", "Settings", "Project", "Project · Settings"],
  ["settings/members", "Settings", "Members", "Members · Settings"],
  ["settings/agents", "Settings", "Agents", "Agents · Settings"],
  ["settings/budgets", "Settings", "Budgets", "Budgets · Settings"],
  ["settings/keys", "Settings", "API keys", "API keys · Settings"],
  ["settings/runner-tokens", "Settings", "Runner tokens", "Runner tokens · Settings"],
  ["settings/webhooks", "Settings", "Webhooks", "Webhooks · Settings"],
  ["settings/hooks", "Settings", "Inbound webhooks", "Inbound webhooks · Settings"],
  ["settings/provider-keys", "Settings", "Provider keys", "Provider keys · Settings"],
  ["trash?type=run", "Settings", "Trash", "Trash · Settings"],
];

/** Pages below others name them in their heading, and show no tabs. */
const details: [page: string, entry: string, list: string][] = [
  ["learnings/compile", "Knowledge", "Learnings"],
  ["learnings/versions", "Knowledge", "Learnings"],
  ["learnings/versions/designer", "Knowledge", "Learnings"],
  ["workflows/new", "Workflows", "Workflows"],
];

/** A list of the API, and the addresses of what is in it. */
const things: [
  route: string,
  page: (thing: { id: string; runNumber: number }) => string,
  entry: string,
  list: string,
][] = [
  ["/runs/list", ({ runNumber }) => `runs/${runNumber}`, "Runs", "Runs"],
  ["/runs/list", ({ runNumber }) => `runs/${runNumber}/diff?file=src`, "Runs", "Runs"],
  ["/runs/list", ({ runNumber }) => `runs/${runNumber}/files`, "Runs", "Runs"],
  ["/runs/list", ({ runNumber }) => `runs/${runNumber}/events`, "Runs", "Runs"],
  ["/issues/list", ({ id }) => `issues/${id}`, "Issues", "Issues"],
  ["/issue-sessions/list", ({ id }) => `sessions/${id}`, "Issues", "Issue sessions"],
  ["/issue-sessions/list", ({ id }) => `sessions/${id}/steps`, "Issues", "Issue sessions"],
  ["/answering-sessions", ({ id }) => `reviews/${id}`, "Issues", "Reviews"],
  ["/work-chains/list", ({ id }) => `chains/${id}`, "Chains", "Chains"],
  ["/recurring-tasks", ({ id }) => `recurring/${id}`, "Schedules", "Schedules"],
  ["/workflows", ({ id }) => `workflows/${id}`, "Workflows", "Workflows"],
  ["/personas/list", ({ id }) => `personas/${id}`, "Knowledge", "Personas"],
  ["/contexts", ({ id }) => `contexts/${id}`, "Knowledge", "Contexts"],
  ["/skills", ({ id }) => `skills/${id}?write=1`, "Knowledge", "Skills"],
  ["/commands", ({ id }) => `commands/${id}`, "Knowledge", "Commands"],
  ["/scripts", ({ id }) => `scripts/${id}`, "Knowledge", "Scripts"],
];

describe.skipIf(!hasBrowser())("the navigation", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openSeeded();
  });

  afterAll(async () => dashboard.end());

  it("the navigation shows exactly these ten entries", async () => {
    const page = await dashboard.open("/p/demo/runs");
    const links = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
    const names = async () => (await links.allTextContents()).map((text) => text.replace(/\d+ waiting$/, "")).join(" ");
    // Beside the inbox, the entries are those of the project, which is loaded first.
    await expect.poll(names).toBe("Inbox Runs Issues Chains Schedules Merging Knowledge Workflows Usage Settings");
  });

  it("shows at every address of a list what it always showed, with its parameters and its hash", async () => {
    const page = await dashboard.open("/inbox");
    const current = page.getByRole("navigation", { name: "Pages" }).locator("[aria-current=page]");
    for (const [at, entry, tab, title] of lists) {
      const address = `${dashboard.socketUrl}/p/demo/${at}#here`;
      await page.goto("about:blank");
      await page.goto(address);
      await expect
        .poll(() => page.title(), { message: at })
        .toMatch(new RegExp(`^(\\(\\d+\\) )?${title} · Switchyard$`));
      expect([at, await current.allTextContents()]).toEqual([at, [entry]]);
      const tabs = page.getByRole("navigation", { name: entry, exact: true }).locator("[aria-current=page]");
      expect([at, await tabs.allTextContents()]).toEqual([at, tab === null ? [] : [tab]]);
      await page.locator("main[aria-busy=false]").waitFor();
      expect([await page.getByText("Not found").count(), page.url()]).toEqual([0, address]);
    }
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("shows every thing at its address, below the list that has it", async () => {
    const page = await dashboard.open("/inbox");
    const all = [...details];
    for (const [route, pageOf, entry, list] of things) {
      const found = (await dataOf(dashboard.api.get(route))) as { id: string; runNumber: number }[];
      expect([route, found.length > 0]).toEqual([route, true]);
      all.push([pageOf(found[0]!), entry, list]);
    }
    const current = page.getByRole("navigation", { name: "Pages" }).locator("[aria-current=page]");
    for (const [at, entry, list] of all) {
      const address = `${dashboard.socketUrl}/p/demo/${at}`;
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).getByRole("link", { name: list, exact: true }).waitFor();
      expect([at, await current.allTextContents(), page.url()]).toEqual([at, [entry], address]);
      expect(await page.getByRole("navigation", { name: entry, exact: true }).count()).toBe(0);
    }
    for (const at of ["", "/p/demo"]) {
      await page.goto(`${dashboard.socketUrl}${at}`);
      await page.waitForURL(at === "" ? /\/inbox$/ : /\/p\/demo\/runs$/);
    }
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("keeps the filters between the list and the board", async () => {
    const page = await dashboard.open("/p/demo/issues?priority=high&status=open");
    const tabs = page.getByRole("navigation", { name: "Issues", exact: true });
    await tabs.getByRole("link", { name: "Board" }).click();
    await page.waitForURL(/issues\?priority=high&view=board$/);
    await tabs.getByRole("link", { name: "List" }).click();
    await page.waitForURL(/issues\?priority=high$/);
    expect(await tabs.locator("[aria-current=page]").allTextContents()).toEqual(["List"]);
  });

  it("has the theme, the keys and the way out in the menu of the person", async () => {
    const page = await dashboard.open("/p/demo/runs", { hasTouch: true });
    await page.setViewportSize(narrow);
    await page.getByRole("button", { name: "Open the navigation" }).click();
    const account = page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: "owner@localhost" });
    const theme = () => page.locator("html").getAttribute("data-theme");
    for (const [label, value] of [
      ["Dark", "dark"],
      ["System", null],
    ] as const) {
      await account.click();
      await page.getByRole("group", { name: "Theme" }).getByRole("menuitemradio", { name: label }).click();
      await expect.poll(theme).toBe(value);
    }
    await account.click();
    expect(await page.getByRole("menuitemradio", { checked: true }).allTextContents()).toEqual(["System"]);
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByRole("button", { name: "Close" }).click();
    await signOut(page);
    await expectVisible(page.getByText("npm run admin -- dashboard"));
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("sorts the projects by their last use, and finds one of many by words and keys", async () => {
    const email = "many@example.com";
    const make = async (name: string) => {
      const args = ["create-project", "--name", name, "--owner-email", email];
      const made = await runCommand("scripts/admin.ts", args, { SERVICE_DATA_DIR: dashboard.dataDirectory });
      if (made.code !== 0) throw new Error(made.stderr);
    };
    for (const place of [1, 2, 3]) await make(`Garden ${place}`);
    const page = await dashboard.open("/p/garden-1/runs", { email });
    const button = (name: string) => page.getByRole("navigation").getByRole("button", { name, exact: true });
    await button("Garden 1").click();
    const listed = page.getByRole("menu", { name: "Garden 1" }).getByRole("menuitemradio");
    expect(await listed.allTextContents()).toEqual(["Garden 1", "Garden 3", "Garden 2"]);
    await listed.getByText("Garden 2").click();
    await button("Garden 2").click();
    const second = page.getByRole("menu", { name: "Garden 2" }).getByRole("menuitemradio");
    expect(await second.allTextContents()).toEqual(["Garden 2", "Garden 1", "Garden 3"]);
    await page.keyboard.press("Escape");
    for (const place of [4, 5, 6, 7, 8, 9]) await make(`Garden ${place}`);
    await button("Garden 2").press("Enter");
    const field = page.getByRole("combobox", { name: "Find a project" });
    const options = page.getByRole("listbox", { name: "Find a project" }).getByRole("option");
    await expect.poll(() => options.count()).toBe(9);
    expect((await options.allTextContents()).slice(0, 2)).toEqual(["Garden 2 (shown now)", "Garden 1"]);
    // Letters that are typed now go to the field, and not to the page as shortcuts.
    const hasFocus = () => field.evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.type("garden 7");
    await expect.poll(() => options.allTextContents()).toEqual(["Garden 7"]);
    await field.press("Enter");
    await page.waitForURL(/\/p\/garden-7\/runs$/);
    await button("Garden 7").press("Enter");
    await expect.poll(hasFocus).toBe(true);
    await expectVisible(page.getByRole("dialog").getByRole("button", { name: "New project" }));
    await expectAccessible(page);
    await field.pressSequentially("nothing like this");
    await expectVisible(page.getByText("Nothing matches"));
    await page.keyboard.press("Escape");
    await expect.poll(() => button("Garden 7").evaluate((element) => element === document.activeElement)).toBe(true);
    await press(page, "g t");
    await page.waitForURL(/\/p\/garden-7\/recurring$/);
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("makes a project by keys, whose owner finds its first steps in the inbox", async () => {
    const page = await dashboard.open("/inbox");
    const projects = (name: string) => page.getByRole("navigation").getByRole("button", { name, exact: true });
    await projects("Demo").press("Enter");
    await page.getByRole("menuitem", { name: "New project" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "New project" });
    const name = uniqueName("Orchard ");
    await dialog.getByLabel("Name").fill(name);
    await expectAccessible(page);
    await dialog.getByLabel("Repository").fill("~/orchard");
    await page.keyboard.press("Control+Enter");
    await expectVisible(dialog.getByText("write the whole path, such as /home/me/shop").first());
    await dialog.getByLabel("Repository").fill("https://code.example/orchard.git");
    await page.keyboard.press("Control+Enter");
    await expectVisible(page.getByRole("heading", { name: `The first run of ${name}` }));
    await dialog.waitFor({ state: "detached" });
    await expectVisible(projects(name));
    expect(await page.getByLabel("Repository").inputValue()).toBe("https://code.example/orchard.git");
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("offers no new project to somebody who owns none", async () => {
    const email = "helper@example.com";
    await dataOf(dashboard.api.post("/project/members/invite", { email, role: "admin" }));
    const page = await dashboard.open("/p/demo/runs", { email });
    await page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: "Demo" }).click();
    await expectVisible(page.getByRole("menuitemradio", { name: "Demo" }));
    expect(await page.getByText("New project").count()).toBe(0);
    await press(page, "Control+k");
    const found = page.getByRole("dialog", { name: "Find anything" }).getByRole("option");
    await page.keyboard.type("new");
    await expectVisible(found.filter({ hasText: "New issue" }).or(found.first()));
    expect(await found.filter({ hasText: "New project" }).count()).toBe(0);
  });

  it("is accessible in both themes and sizes, with its tabs", async () => {
    const page = await dashboard.open("/p/demo/skills");
    await page.locator("main[aria-busy=false]").waitFor();
    await expectAccessible(page);
    await page.setViewportSize(narrow);
    await page.getByRole("button", { name: "Open the navigation" }).click();
    await expectAccessible(page);
  });
});
