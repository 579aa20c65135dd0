// Every page that has an address, with content, in both themes and both sizes: axe finds nothing serious there, and a
// page that shows everything does nothing more. The list is made from the routes of the dashboard, so a new page is
// tried here or this file fails.
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { areaPages, addressOf } from "../../web/src/app/areas";
import { routes } from "../../web/src/app/routes";
import { runTabs } from "../../web/src/pages/run/runTabs";
import { dataOf } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser } from "./browser";
import type { Dashboard } from "./browser";
import { openSeeded } from "./seededOnce";

/** Where an example of each route with a name in its path is listed. */
const listOfRoute: Record<string, string> = {
  "sessions/:session/:tab?": "/issue-sessions/list",
  "recurring/:id": "/recurring-tasks",
  "workflows/:id": "/workflows",
  "issues/:issue": "/issues/list",
  "reviews/:session": "/answering-sessions",
  "settings/webhooks/:id": "/webhooks",
  "personas/:id": "/personas/list",
  "contexts/:id": "/contexts",
  "skills/:id": "/skills",
  "commands/:id": "/commands",
  "scripts/:id": "/scripts",
};

describe.skipIf(!hasBrowser())("every page", () => {
  let dashboard: Dashboard;
  let page: Page;
  let devtools: CDPSession;

  beforeAll(async () => {
    // The page is open until the end, and closed with the browser.
    dashboard = await openSeeded(() => undefined);
    const { api } = dashboard;
    // What the example data have not.
    await dataOf(api.post("/webhooks", { url: "https://hooks.example/switchyard", events: ["run.*"] }));
    await dataOf(api.post("/project/hooks", { kind: "github" }));
    await dataOf(api.post("/budgets", { name: "Month", scope: { type: "project" }, limitUsd: 20, period: "month" }));
    page = await dashboard.open("/inbox");
    devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
  });

  afterAll(async () => dashboard.end());

  const first = async (list: string): Promise<{ id: string; runNumber: number }> => {
    const [row] = (await dataOf(dashboard.api.get(`${list}?limit=1`))) as { id: string; runNumber: number }[];
    if (row === undefined) throw new Error(`The example has nothing of ${list}.`);
    return row;
  };

  /** The addresses of a route, with things of the example. */
  async function addressesOf(route: string): Promise<string[]> {
    if (!route.includes(":")) return [route];
    if (route === "settings/:section?") return [];
    if (route === "learnings/versions/:role") return ["learnings/versions/designer"];
    if (route === "runs/:run/:tab?") {
      const { runNumber } = await first("/runs/list");
      return runTabs.map(({ name }) => `runs/${runNumber}/${name}`);
    }
    const lists = route === "chains/:id" ? ["/work-chains/list", "/sprint-chains"] : [listOfRoute[route]];
    const head = route.split("/:")[0] ?? "";
    return await Promise.all(
      lists.map(async (list) => {
        if (list === undefined) throw new Error(`This test does not know where the things of ${route} are listed.`);
        return `${head}/${(await first(list)).id}`;
      }),
    );
  }

  async function problemsOf(address: string): Promise<string[]> {
    await page.goto(`${dashboard.socketUrl}${address}`);
    await expectVisible(page.getByRole("heading", { level: 1 }).first());
    await page.locator("main[aria-busy=false]").waitFor();
    if ((await page.getByText(/^(?:Page not found|Not found|Project not found)$/).count()) > 0) return ["is not there"];
    await expectRest(address);
    return await expectAccessible(page).then(
      () => [],
      (error: unknown) => [error instanceof Error ? error.message : String(error)],
    );
  }

  /** Its scripts rest at last. A page that is drawn again and again takes all that its core can do. */
  async function expectRest(address: string): Promise<void> {
    const takesMs = async () => {
      const { metrics } = await devtools.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Infinity) * 1_000;
    };
    const share = async () => {
      const [beforeMs, begunAt] = [await takesMs(), performance.now()];
      await page.waitForTimeout(100);
      return ((await takesMs()) - beforeMs) / (performance.now() - begunAt);
    };
    await expect.poll(share, { message: address, timeout: 15_000 }).toBeLessThan(0.1);
  }

  const lists = ["/inbox", ...areaPages.map((each) => `/p/demo/${addressOf(each)}`)];

  it.each(lists)("%s has no accessibility violations", async (address) => {
    expect(await problemsOf(address)).toEqual([]);
  });

  it.each(routes.map(({ path }) => path).filter((path) => !lists.includes(`/p/demo/${path}`)))(
    "%s has no accessibility violations",
    async (route) => {
      for (const address of await addressesOf(route)) {
        expect({ address, problems: await problemsOf(`/p/demo/${address}`) }).toEqual({ address, problems: [] });
      }
    },
  );

  it("is tried with what would be found", async () => {
    await page.goto(`${dashboard.socketUrl}/p/demo/settings/hooks`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.evaluate(() => {
      const field = document.createElement("input");
      document.querySelector("main")?.append(field);
    });
    await expect(expectAccessible(page)).rejects.toThrow("label");
  });

  it("had no page errors", () => {
    expect(dashboard.pageErrors).toEqual([]);
  });
});
