// Webhooks in the dashboard, each action once by keys, with a receiver on this machine.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { dataOf } from "../support/fixtures";
import { startReceiver, verifyWithSvix } from "../support/receiver";
import type { Receiver } from "../support/receiver";
import { expectAccessible, expectVisible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press, send } from "./keys";

describe.skipIf(!hasBrowser())("webhooks", () => {
  let dashboard: Dashboard;
  let page: Page;
  let receiver: Receiver;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    // One page is used by all tests.
    dashboard = await openDashboard({}, (close) => void closing.push(close));
    receiver = await startReceiver();
    page = await dashboard.open("/p/demo/settings/webhooks");
  });
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await dashboard?.end();
    await receiver?.close();
  });

  it("are made by keyboard, with a secret that is shown once and signs what arrives", async () => {
    await page.getByRole("button", { name: "Create a webhook" }).waitFor();
    await press(page, "n");
    await page.getByLabel("Address").fill("https://10.0.0.1/hook");
    await send(page);
    await expect.poll(() => page.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByLabel("Events").fill("issue.*, run.eaten");
    await send(page);
    await expect.poll(() => page.getByLabel("Events").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Events").fill("issue.*");
    await send(page);
    const secret = (await page.getByText(/^whsec_\S+$/).textContent()) ?? "";
    await expectAccessible(page);
    await page.getByRole("button", { name: "I have saved it" }).click();
    expect(await page.getByText(secret).count()).toBe(0);
    await dataOf(dashboard.api.post("/issues/create", { title: "Crash" }));
    await expect.poll(() => receiver.received.length).toBe(1);
    verifyWithSvix(receiver.received[0]!, secret);
  });

  it("show what was sent, with each attempt, and send it again", async () => {
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByRole("cell", { name: /^issue\.created/ }).waitFor();
    await expectVisible(page.getByRole("table").getByText("Arrived"));
    await page.getByRole("button", { name: "Send again: issue.created" }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
    await expect.poll(() => page.getByRole("listitem").filter({ hasText: "204" }).count()).toBe(2);
    await page.getByLabel("State").selectOption("Failed");
    await expectVisible(page.getByText("No deliveries"));
    await page.getByLabel("State").selectOption("Any state");
    await expectAccessible(page);
  });

  it("send a test and a span of time", async () => {
    await press(page, "u");
    await expect.poll(() => receiver.messages().at(-1)?.type).toBe("webhook.test");
    await press(page, "a");
    // The browser may be in another time zone.
    const dayMs = 86_400_000;
    const local = (ms: number) => {
      const time = new Date(Date.now() + ms);
      return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    };
    await page.getByLabel("From").fill(local(-2 * dayMs));
    await page.getByLabel("To", { exact: true }).fill(local(2 * dayMs));
    await send(page);
    await page.getByText("One event is sent again.").waitFor();
    await expect.poll(() => receiver.received.length).toBe(4);
  });

  it("get another secret, with which messages are signed beside the old one", async () => {
    await press(page, "y");
    await page.keyboard.press("Enter");
    const secret = (await page.getByText(/^whsec_\S+$/).textContent()) ?? "";
    await page.getByRole("button", { name: "I have saved it" }).click();
    await expectVisible(page.getByText("Old secret ends"));
    await press(page, "u");
    await expect.poll(() => receiver.received.length).toBe(5);
    verifyWithSvix(receiver.received[4]!, secret);
  });

  it("say why they were disabled, in the inbox too, and are enabled again", async () => {
    receiver.answers.unshift(410);
    await press(page, "u");
    await expectVisible(page.getByText("Its receiver answered 410"));
    await expectVisible(page.getByText("Disabled after failures"));
    await expectAccessible(page);
    const inbox = await dashboard.open("/inbox");
    await inbox.getByText(/^The webhook to .* was disabled\.$/).waitFor();
    await press(page, "t");
    await expectVisible(page.getByText("Enabled", { exact: true }));
    await expect.poll(() => inbox.getByText(/^The webhook to .* was disabled\.$/).count()).toBe(0);
  });

  it("are changed and deleted", async () => {
    await press(page, "m");
    await page.getByLabel("Description").fill("Alerts");
    await send(page);
    await expectVisible(page.getByText("Alerts"));
    await press(page, "Shift+Delete");
    await page.keyboard.press("Enter");
    await expectVisible(page.getByText("No webhooks yet"));
  });

  it("are seen by members, who cannot change them", async () => {
    const email = "looks@example.com";
    await dataOf(dashboard.api.post("/project/members/invite", { email, role: "member" }));
    const { id } = await dataOf(dashboard.api.post("/webhooks", { url: receiver.url, events: ["merge.*"] }));
    const theirs = await dashboard.open("/p/demo/settings/webhooks", { email });
    await theirs.getByRole("link", { name: receiver.url }).waitFor();
    expect(await theirs.getByRole("button", { name: "Create a webhook" }).count()).toBe(0);
    await theirs.goto(`${dashboard.socketUrl}/p/demo/settings/webhooks/${id}`);
    await theirs.getByText("No deliveries").waitFor();
    for (const name of ["Send a test", "Edit", "Disable"])
      expect(await theirs.getByRole("button", { name: new RegExp(`^${name}`) }).count()).toBe(0);
  });

  it("had no page errors", () => {
    expect(dashboard.pageErrors).toEqual([]);
  });
});
