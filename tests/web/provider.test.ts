// Signing in with an OpenID Connect provider, in a real browser and with a real exchange of code and proof.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { clientId, startProvider } from "./oidcProvider";
import type { Provider } from "./oidcProvider";

describe.skipIf(!hasBrowser())("signing in with a provider", () => {
  let dashboard: Dashboard;
  let provider: Provider;

  beforeAll(async () => {
    provider = await startProvider("owner@localhost");
    dashboard = await openDashboard({ IDP_ISSUER: provider.issuer, IDP_APPLICATION_ID: clientId });
  });

  afterAll(async () => {
    await dashboard.end();
    provider.close();
  });

  it("comes back to the page that was asked for, without a code or token in the address", async () => {
    const context = await dashboard.browser.newContext();
    const page = await context.newPage();
    const seen: string[] = [];
    page.on("framenavigated", (frame) => seen.push(frame.url()));
    await page.goto(`${dashboard.socketUrl}/p/demo/runs?status=failed`);
    await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).click();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    expect(page.url()).toBe(`${dashboard.socketUrl}/p/demo/runs?status=failed`);
    expect(seen.filter((url) => /token=/.test(url))).toEqual([]);
    await page.getByText("Olga").waitFor();

    await page.reload();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).waitFor();
    await context.close();
  });

  it("renews the token before it ends, while the page stays as it is", async () => {
    provider.setLifetime(65);
    const context = await dashboard.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${dashboard.socketUrl}/p/demo/runs`);
    await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).click();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    const before = provider.issued();
    // The library renews a minute before the end.
    await expect.poll(() => provider.issued(), { timeout: 30_000 }).toBeGreaterThan(before);
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).count()).toBe(0);
    await context.close();
  });

  it("lets the policy of the page reach the provider and no other host", async () => {
    const { headers } = await fetch(dashboard.socketUrl);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`connect-src 'self' ${provider.issuer}`);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
  });
});
