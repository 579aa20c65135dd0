// Hooks of code hosts in the settings, each action once by keys, with messages as the host sends them.
import { sign } from "@octokit/webhooks-methods";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataOf } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { confirm, press, reach, refusePointers, send } from "./keys";

const secretShown = /^svc_hook_[0-9a-f]{64}$/;

describe.skipIf(!hasBrowser())("hooks", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(async () => dashboard.end());

  async function openHooks(options: { email?: string } = {}) {
    const page = await dashboard.open("/p/demo/runs", options);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await refusePointers(page);
    await page.goto(`${dashboard.socketUrl}/p/demo/settings/hooks`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  const hooks = async () => (await dataOf(dashboard.api.get("/project/hooks"))) as { id: string; url: string }[];

  async function sendMessage(url: string, headers: (body: string) => Promise<Record<string, string>>): Promise<number> {
    const body = JSON.stringify({ zen: "Keep it logically awesome." });
    return (await fetch(url, { method: "POST", body, headers: await headers(body) })).status;
  }

  it("are made, with a secret that is shown once and lets messages in, and deleted", async () => {
    const page = await openHooks();
    await expectVisible(page.getByText("No hooks yet"));
    await press(page, "n");
    expect(await page.getByLabel("Code host").inputValue()).toBe("github");
    await send(page);
    const secret = (await page.getByText(secretShown).textContent()) ?? "";
    const [hook] = await hooks();
    if (hook === undefined) throw new Error("There is no hook.");
    const dialog = page.getByRole("dialog");
    for (const text of ["Payload URL", hook.url, "application/json"]) await expectVisible(dialog.getByText(text));
    await page.getByRole("button", { name: "Copy", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await expectAccessible(page);
    await page.getByRole("button", { name: "I have saved it" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(secret);
    const signed = async (body: string) => ({ "X-Hub-Signature-256": await sign(secret, body) });
    expect(await sendMessage(hook.url, signed)).toBe(202);
    await reach(page, page.getByRole("button", { name: `Copy the address of ${hook.id}` }));
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(hook.url);
    await expectAccessible(page);
    await reach(page, page.getByRole("button", { name: `Delete ${hook.id}` }));
    await page.keyboard.press("Enter");
    await confirm(page);
    await page.getByText("The hook of GitHub is deleted.").waitFor();
    expect(await sendMessage(hook.url, signed)).toBe(401);
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("are for GitLab as well, and admins make them", async () => {
    const email = "admin@example.com";
    await dataOf(dashboard.api.post("/project/members/invite", { email, role: "admin" }));
    const page = await openHooks({ email });
    await page.getByText("No hooks yet").waitFor();
    await press(page, "n");
    await page.getByLabel("Code host").selectOption("GitLab");
    await send(page);
    const secret = (await page.getByText(secretShown).textContent()) ?? "";
    await expectVisible(page.getByRole("dialog").getByText("Secret token"));
    await page.keyboard.press("Escape");
    await expectVisible(page.getByRole("cell", { name: "GitLab" }));
    const [hook] = await hooks();
    const withToken = async () => Promise.resolve({ "X-Gitlab-Token": secret });
    expect(await sendMessage(hook?.url ?? "", withToken)).toBe(202);
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("are not for members", async () => {
    const email = "member@example.com";
    await dataOf(dashboard.api.post("/project/members/invite", { email, role: "member" }));
    const page = await openHooks({ email });
    await expectVisible(page.getByText("Your role has no such settings."));
    const tabs = page.getByRole("navigation", { name: "Settings" });
    expect(await tabs.getByRole("link", { name: "Inbound webhooks", exact: true }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Create a hook" }).count()).toBe(0);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
