// A walk through every page of the navigation, and every tab of a run, as member, admin and owner: each page shows
// itself, offers what the role may do, and has no page errors.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { addressOf, areas } from "../../web/src/app/areas";
import { runTabs } from "../../web/src/pages/run/runTabs";
import { dataOf } from "../support/fixtures";
import { expectVisible, hasBrowser, narrow, wide } from "./browser";
import type { Dashboard } from "./browser";
import { openSeeded } from "./seededOnce";
import { press } from "./keys";

type Role = "member" | "admin" | "owner";

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
    "Inbound webhooks",
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
    "Inbound webhooks",
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
    dashboard = await openSeeded();
    for (const role of ["member", "admin"] as const) {
      await dataOf(dashboard.api.post("/project/members/invite", { email: people[role], role }));
    }
  });

  afterAll(async () => dashboard.end());

  const openAs = (role: Role, address: string): Promise<Page> => {
    const email = people[role];
    return dashboard.open(address, email === undefined ? {} : { email });
  };

  /** Everything that loads is there, and nothing was refused. */
  async function expectWhole(page: Page): Promise<void> {
    await expect.poll(() => page.getByRole("status", { name: "Loading" }).count()).toBe(0);
    expect(await page.getByText("This cannot be shown").count()).toBe(0);
    expect(await page.getByText("Not found").count()).toBe(0);
  }

  it.each(["member", "admin", "owner"] as const)("as %s", async (role) => {
    const page = await openAs(role, "/inbox");
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
      await expectWhole(page);
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

  it.each(["member", "admin", "owner"] as const)(
    "as %s, of a run that is over, by keys and on a phone",
    async (role) => {
      const [run] = (await dataOf(dashboard.api.get("/runs/list?status=completed&limit=1"))) as { runNumber: number }[];
      const page = await openAs(role, `/p/demo/runs/${run?.runNumber}`);
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size);
        for (const { key, name, label } of runTabs) {
          await press(page, key);
          await expect.poll(() => page.url()).toContain(name === "transcript" ? "/runs/" : `/${name}`);
          await expectVisible(page.locator("[aria-current=page]").getByText(label, { exact: true }));
          await expectWhole(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
        }
      }
      // Every role may let the run continue.
      await expectVisible(page.getByRole("button", { name: "Continue…" }).first());
      expect(dashboard.pageErrors).toEqual([]);
    },
  );
});
