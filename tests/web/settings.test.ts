// Settings and usage, each action once by keys.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { client, dataOf } from "../support/fixtures";
import { expectAccessible, expectVisible, follow, uniqueName, hasBrowser } from "./browser";
import type { Dashboard } from "./browser";
import { openSeeded } from "./seededOnce";
import { press, send } from "./keys";

describe.skipIf(!hasBrowser())("settings and usage", () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await openSeeded();
  });

  beforeEach(async () => {
    page = await dashboard.open("/p/demo/settings");
  });

  afterAll(async () => dashboard.end());

  /** Goes to a page as the palette does, without loading everything again. */
  async function goTo(section: string): Promise<void> {
    await follow(page, `/p/demo/settings/${section}`);
    await page.getByRole("heading", { name: "Settings" }).waitFor();
  }

  it("changes the project, and shows it everywhere at once", async () => {
    await page.getByLabel("Name").fill("Demonstration");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Demonstration", exact: true }).waitFor();
    expect(await dataOf(dashboard.api.get("/project"))).toMatchObject({ name: "Demonstration" });
  });

  it("says that there is nothing at an address that no section has", async () => {
    await goTo("nothing");
    await expectVisible(page.getByText("There are no settings at this address."));
  });

  it("shows a refusal at the field, and keeps what was typed", async () => {
    await page.getByLabel("Name").fill(" ");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").first().waitFor();
    expect(await page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("Name").inputValue()).toBe(" ");
    await page.getByLabel("Name").fill("Demo");
    // What was said about the old text is gone.
    await expect.poll(() => page.getByLabel("Name").getAttribute("aria-invalid")).not.toBe("true");
    expect(await page.getByRole("alert").allTextContents()).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Demo", exact: true }).waitFor();
  });

  it("creates a key by keyboard, which works and is shown once, and revokes it", async () => {
    const name = uniqueName("Robot");
    await goTo("keys");
    await page.getByRole("button", { name: "Create a key" }).waitFor();
    await press(page, "n");
    await page.getByLabel("Name").fill(name);
    // Nothing is chosen at first, and an end is proposed.
    const create = page.getByRole("dialog").getByRole("button", { name: /^Create/ });
    expect(await create.isDisabled()).toBe(true);
    expect(Date.parse(await page.getByLabel("Expires").inputValue())).toBeGreaterThan(Date.now() + 80 * 86_400_000);
    await page.getByLabel("Access").selectOption("Chosen areas");
    expect(await create.isDisabled()).toBe(true);
    await page.getByLabel("runs", { exact: true }).check();
    await send(page);
    const secret = (await page.getByText(/^svc_test_\w{43}$/).textContent()) ?? "";
    const robot = client({ fetch: (route, request) => fetch(new URL(route, dashboard.httpUrl), request) }, secret);
    expect((await robot.get("/runs/list")).status).toBe(200);
    expect((await robot.get("/issues/list")).status).toBe(403);
    // It cannot be shown again, so neither a key nor a click beside it closes it. Chrome would yield to a second key.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.mouse.click(2, 2);
    await expectVisible(page.getByRole("button", { name: "I have saved it" }));
    await page.getByRole("button", { name: "I have saved it" }).click();
    expect(await page.getByText(secret).count()).toBe(0);
    await page.getByRole("button", { name: `Revoke ${name}` }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText(`${name} is revoked.`).waitFor();
    expect((await robot.get("/runs/list")).status).toBe(401);
  });

  it("invites somebody, who becomes a member at the first sign-in, and removes them again", async () => {
    const email = `${uniqueName("ann")}@example.com`;
    await goTo("members");
    await page.getByRole("button", { name: "Invite" }).waitFor();
    await press(page, "i");
    await page.getByLabel("E-mail address").fill(email);
    await send(page);
    await page.getByText(`${email} becomes a member`).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy the link for them" }).click();
    await expectVisible(page.getByText("The link is copied."));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${dashboard.socketUrl}/p/demo/runs`);
    const theirs = await dashboard.open("/p/demo/runs", { email });
    await theirs.getByRole("heading", { name: "Runs" }).waitFor();
    await page.getByRole("button", { name: `Remove ${email}` }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText(`${email} is removed.`).waitFor();
    await expectVisible(theirs.getByText("You are not a member"));
  });

  it("creates keys that only read, or only start and follow runs", async () => {
    await goTo("keys");
    const may = async (access: string) => {
      const name = uniqueName("Reader");
      await page.getByRole("button", { name: "Create a key" }).waitFor();
      await press(page, "n");
      await page.getByLabel("Name").fill(name);
      await page.getByLabel("Access").selectOption(access);
      await send(page);
      const secret = (await page.getByText(/^svc_test_\w{43}$/).textContent()) ?? "";
      await page.getByRole("button", { name: "I have saved it" }).click();
      const robot = client({ fetch: (route, request) => fetch(new URL(route, dashboard.httpUrl), request) }, secret);
      return [
        (await robot.get("/issues/list")).status,
        (await robot.get("/runs/list")).status,
        (await robot.post("/issues/create", { title: "By a key" })).status,
        (await robot.post("/runs/start", {})).status,
      ];
    };
    expect(await may("Read only")).toEqual([200, 200, 403, 403]);
    expect(await may("Start and follow runs")).toEqual([403, 200, 403, 400]);
  });

  it("creates a key that only starts runs of a workflow, and rotates it by keyboard", async () => {
    const name = uniqueName("Hook");
    await goTo("keys");
    await page.getByRole("button", { name: "Create a key" }).waitFor();
    await press(page, "n");
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Access").selectOption("Only start runs");
    const [workflow]: { id: string; name: string }[] = await dataOf(dashboard.api.get("/workflows"));
    await page.getByRole("dialog").getByLabel(workflow!.name, { exact: true }).first().check();
    await send(page);
    const shown = async () => {
      const secret = (await page.getByText(/^svc_test_\w{43}$/).textContent()) ?? "";
      await page.getByRole("button", { name: "I have saved it" }).click();
      return client({ fetch: (route, request) => fetch(new URL(route, dashboard.httpUrl), request) }, secret);
    };
    const robot = await shown();
    expect((await robot.get("/runs")).status).toBe(200);
    expect((await robot.post("/runs/cancel", { runId: "r_x" })).status).toBe(403);
    const row = page.getByRole("row", { name });
    await expectVisible(row.getByText("only 1 workflow"));
    await expectVisible(row.getByText("POST /runs/cancel"));
    await row.getByRole("button", { name: `Rotate ${name}` }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("The old key works").selectOption("For an hour");
    await send(page);
    const successor = await shown();
    expect([(await robot.get("/runs")).status, (await successor.get("/runs")).status]).toEqual([200, 200]);
    await expectVisible(row.getByText("replaced"));
    await expectAccessible(page);
    // What has been replaced already has no such button.
    expect(await page.getByRole("button", { name: `Rotate ${name}` }).count()).toBe(1);
  });

  it("shows the limits of the project beside its keys", async () => {
    await goTo("keys");
    const limits = page.getByRole("region", { name: "Limits" });
    await expectVisible(limits.getByText("1 MiB"));
    expect(await limits.innerText()).toMatch(/\nWebhooks\s+0 of 20\s+Inbound webhooks\s+0 of 20\s/);
  });

  it("creates a runner token and sets a provider key", async () => {
    await goTo("runner-tokens");
    await page.getByRole("button", { name: "Create a token" }).waitFor();
    await press(page, "n");
    await page.getByLabel("Name").fill("Build machine");
    await send(page);
    await page.getByText(/^svc_runner_\w{43}$/).waitFor();
    await page.getByRole("button", { name: "I have saved it" }).click();
    await goTo("provider-keys");
    await page.getByRole("button", { name: "Set a key" }).waitFor();
    await press(page, "n");
    await page.getByLabel("Provider", { exact: true }).fill("openai");
    await page.getByLabel("Key", { exact: true }).fill("sk-secret-1234");
    await send(page);
    await page.getByText("The key of openai is set.").waitFor();
    expect(await page.content()).not.toContain("sk-secret");
    expect(
      await page.evaluate(() =>
        Object.keys(sessionStorage)
          .map((name) => sessionStorage.getItem(name))
          .join(),
      ),
    ).not.toContain("sk-secret");
  });

  it("sets the addresses to which the key of a code host may go, and shows them", async () => {
    await goTo("provider-keys");
    await page.getByRole("button", { name: "Set a key" }).waitFor();
    await press(page, "n");
    await expectVisible(page.getByLabel("Provider", { exact: true }));
    expect(await page.getByLabel("Addresses").count()).toBe(0);
    await page.getByLabel("Provider", { exact: true }).fill("code_host");
    await page.getByLabel("Addresses").fill("git.example");
    await page.getByLabel("Key", { exact: true }).fill("ghp-secret-1234");
    await send(page);
    await expect.poll(() => page.getByLabel("Addresses").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Addresses").fill("https://git.example:8443\nhttps://github.com");
    await send(page);
    await page.getByText("The key of code_host is set.").waitFor();
    await page.getByText("Sent only to https://git.example:8443, https://github.com").waitFor();
    await expectAccessible(page);
  });

  it("saves the instructions for agents, and says at which field something is wrong", async () => {
    await goTo("agents");
    await page.getByLabel("In every run").fill("Write tests first.");
    await page.getByLabel("Agent variables").fill("CI=1\nNAME=two words");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const settings = await dataOf(dashboard.api.get("/project/settings"));
    expect(settings).toMatchObject({
      sandboxSystemPrompt: "Write tests first.",
      envVars: { CI: "1", NAME: "two words" },
    });
    await page.getByLabel("Agent variables").fill("1WRONG=x");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => page.getByLabel("Agent variables").getAttribute("aria-invalid")).toBe("true");
  });

  it("shows what was used, also as a table and a sentence", async () => {
    await follow(page, "/p/demo/usage");
    await page.getByText("The highest daily cost was").first().waitFor();
    await page.getByText("Show as a table").click();
    await page.getByRole("columnheader", { name: "Day" }).waitFor();
    await page.getByLabel("Period").selectOption("7");
    await expect.poll(() => page.url()).toContain("period=7");
    await expectAccessible(page);
  });

  it.each(["", "members", "agents", "budgets", "keys", "runner-tokens", "webhooks", "hooks", "provider-keys"])(
    "the settings have no accessibility violations in %s",
    async (section) => {
      await goTo(section);
      await page.locator("main section, main table, main form, main h2").first().waitFor();
      await expectAccessible(page);
    },
  );

  it("had no page errors", () => {
    expect(dashboard.pageErrors).toEqual([]);
  });
});
