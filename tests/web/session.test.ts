// What can go wrong around a page: the service is killed, a token ends, a code is wrong. The page recovers by itself,
// loses nothing that was typed, and sends nothing twice.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkflow, dataOf } from "../support/fixtures";
import { expectVisible, uniqueName, hasBrowser, openDashboard, readyButton, signOut } from "./browser";
import type { Dashboard } from "./browser";
import { press } from "./keys";

describe.skipIf(!hasBrowser())("a session", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await createWorkflow(dashboard.api, { name: "Build" });
  });

  afterAll(async () => dashboard.end());

  const runs = async () => (await dataOf(dashboard.api.get("/runs/list?limit=50"))) as { prompt: string }[];

  it("survives a kill of the service: what was typed stays, and what was sent is done once", async () => {
    const task = uniqueName("Survive a kill ");
    const page = await dashboard.open("/p/demo/runs");
    await page.getByRole("button", { name: "Start a run" }).click();
    await page.getByLabel("What should be done?").fill(task);
    const send = await readyButton(page, "Start");
    await dashboard.kill();
    await page.getByText("The connection is lost").waitFor();
    // It is sent while nobody can receive it.
    await send.click();
    expect(await page.getByLabel("What should be done?").inputValue()).toBe(task);
    await dashboard.startAgain();
    await page.waitForURL(/\/p\/demo\/runs\/\d+$/);
    await page.goBack();
    await page.getByRole("link", { name: task }).waitFor();
    await page.getByText("The connection is lost").waitFor({ state: "detached" });
    expect((await runs()).filter(({ prompt }) => prompt === task)).toHaveLength(1);
    // The browser reports each connection that it could not make.
    dashboard.pageErrors.splice(0);
  });

  it("keeps what was typed when the page is loaded again", async () => {
    const page = await dashboard.open("/p/demo/runs");
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await press(page, "c");
    await page.getByLabel("What should be done?").fill("Half a thought");
    await page.reload();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await press(page, "c");
    await expect.poll(() => page.getByLabel("What should be done?").inputValue()).toBe("Half a thought");
  });

  it("renews a token that ends soon, and asks to sign in again when it is refused", async () => {
    const page = await dashboard.open("/p/demo/runs");
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    const kept = () => page.evaluate(() => localStorage.getItem("switchyard.session"));
    const change = (changes: object) =>
      page.evaluate((changes) => {
        const kept = JSON.parse(localStorage.getItem("switchyard.session") ?? "{}") as object;
        localStorage.setItem("switchyard.session", JSON.stringify({ ...kept, ...changes }));
      }, changes);
    await change({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    await page.reload();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await expect
      .poll(async () => Date.parse(JSON.parse((await kept()) ?? "{}").expiresAt))
      .toBeGreaterThan(Date.now() + 3_600_000);

    await change({ token: "not.a.token", expiresAt: new Date(Date.now() - 1000).toISOString() });
    await page.reload();
    await page.getByRole("button", { name: "Continue as owner@localhost" }).waitFor();
    dashboard.pageErrors.splice(0);
  });

  it("says where the address is when the code is missing or wrong", async () => {
    const context = await dashboard.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${dashboard.socketUrl}/inbox`);
    await expectVisible(page.getByText("npm run admin -- dashboard"));
    await page.goto(`${dashboard.socketUrl}/#code=wrong`);
    await page.reload();
    await page.getByRole("button", { name: "Continue as owner@localhost" }).click();
    await page.getByRole("alert").getByText("not the one that this deployment printed").waitFor();
    await context.close();
  });

  it("leaves nothing of the person in the browser when it is over, in any tab", async () => {
    const page = await dashboard.open("/p/demo/runs");
    const other = await page.context().newPage();
    for (const each of [page, other]) {
      await each.goto(`${dashboard.socketUrl}/p/demo/runs`);
      await each.getByRole("heading", { name: "Runs", exact: true }).waitFor();
      await press(each, "c");
      await each.getByLabel("What should be done?").fill("A secret plan");
      await each.keyboard.press("Escape");
    }
    const kept = async (tab: typeof page) =>
      await tab.evaluate((): Record<string, string> =>
        Object.fromEntries([localStorage, sessionStorage].flatMap((place) => Object.entries(place))),
      );
    expect(JSON.stringify(await kept(page))).toContain("A secret plan");
    expect(Object.keys(await kept(page))).toEqual(expect.arrayContaining(["switchyard.code", "switchyard.session"]));
    await page.evaluate(() => localStorage.setItem("switchyard.theme", "dark"));
    await signOut(page);
    for (const each of [page, other]) {
      await expectVisible(each.getByText("npm run admin -- dashboard"));
      await expect.poll(() => kept(each)).toEqual({ "switchyard.theme": "dark" });
      await each.reload();
      await expectVisible(each.getByText("npm run admin -- dashboard"));
    }
  });

  it("is over in all tabs when somebody signs out in one", async () => {
    const page = await dashboard.open("/p/demo/runs");
    const other = await page.context().newPage();
    await other.goto(`${dashboard.socketUrl}/p/demo/runs`);
    await other.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await signOut(page);
    await expectVisible(other.getByText("npm run admin -- dashboard"));
  });
});
