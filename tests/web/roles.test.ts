// A walk through every page of the navigation as member, admin and owner: each page shows itself, offers what the role
// may do, and has no page errors.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf, areas } from "../../web/src/app/areas";
import { dataOf } from "../support/fixtures";
import { hasBrowser, openDashboard, seed } from "./browser";
import type { Dashboard } from "./browser";

const people = { member: "member@example.com", admin: "admin@example.com", owner: undefined };
const sections = {
  member: ["Project", "Members", "Budgets", "Webhooks", "Runners", "Queue", "Trash"],
  admin: [
    "Project",
    "Members",
    "Agents",
    "Budgets",
    "API keys",
    "Runner tokens",
    "Webhooks",
    "Hooks",
    "Provider keys",
    "Audit log",
    "Runners",
    "Queue",
    "Trash",
  ],
  owner: [
    "Project",
    "Members",
    "Agents",
    "Budgets",
    "API keys",
    "Runner tokens",
    "Webhooks",
    "Hooks",
    "Provider keys",
    "Audit log",
    "Runners",
    "Queue",
    "Trash",
  ],
};

describe.skipIf(!hasBrowser())("a walk through all pages", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await seed(dashboard, 20);
    for (const role of ["member", "admin"] as const) {
      await dataOf(dashboard.api.post("/project/members/invite", { email: people[role], role }));
    }
  });

  afterAll(async () => dashboard.end());

  it.each(["member", "admin", "owner"] as const)("as %s", async (role) => {
    const email = people[role];
    const page = await dashboard.open("/inbox", email === undefined ? {} : { email });
    const navigation = page.getByRole("navigation", { name: "Pages" });
    for (const [area, shown] of areas.flatMap((each) => each.pages.map((one) => [each, one] as const))) {
      await navigation.getByRole("link", { name: area.label, exact: true }).click();
      const tab = page.getByRole("navigation", { name: area.label, exact: true });
      const link = tab.getByRole("link", { name: shown.tab ?? shown.title, exact: true });
      if (area.pages.length > 1) {
        await tab.waitFor();
        // Some tabs are not for every role.
        if (shown.permission !== undefined && (await link.count()) === 0) continue;
        await link.click();
      }
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.url()).toContain(`/p/demo/${addressOf(shown)}`);
      // Everything that loads is there, and nothing was refused.
      await expect.poll(() => page.getByRole("status", { name: "Loading" }).count()).toBe(0);
      expect(await page.getByText("This cannot be shown").count()).toBe(0);
      expect(await page.getByText("Not found").count()).toBe(0);
    }
    await page.goto(`${dashboard.socketUrl}/p/demo/settings`);
    const tabs = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    await expect.poll(() => tabs.allTextContents()).toEqual(sections[role]);
    const deletion = page.getByRole("button", { name: "Delete Demo" });
    await expect.poll(() => deletion.count()).toBe(role === "owner" ? 1 : 0);
    await page.goto(`${dashboard.socketUrl}/p/demo/settings/runner-tokens`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole("status", { name: "Loading" }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole("button", { name: "Create a token" }).count())
      .toBe(role === "owner" ? 1 : 0);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
