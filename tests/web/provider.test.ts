// Signing in with an OpenID Connect provider, in a real browser and with a real exchange of code and proof.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openDashboard, signOut } from "./browser";
import type { Dashboard } from "./browser";
import { clientId, freePort, signInAtProvider, startProvider } from "./oidcProvider";
import type { TestProvider } from "./oidcProvider";

describe.skipIf(!hasBrowser())("signing in with a provider", () => {
  let dashboard: Dashboard;
  let provider: TestProvider;

  beforeAll(async () => {
    const port = await freePort();
    provider = await startProvider("owner@localhost", `http://127.0.0.1:${port}`);
    dashboard = await openDashboard({
      IDP_ISSUER: provider.issuer,
      IDP_APPLICATION_ID: clientId,
      SERVICE_SOCKET_PORT: String(port),
    });
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
    await signInAtProvider(page, "olga");
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    expect(page.url()).toBe(`${dashboard.socketUrl}/p/demo/runs?status=failed`);
    expect(seen.filter((url) => /token=/.test(url))).toEqual([]);
    await page.getByText("Olga").waitFor();

    await page.reload();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await signOut(page);
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).waitFor();
    await context.close();
  });

  it("renews the token before it ends, while the page stays as it is", async () => {
    const context = await dashboard.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${dashboard.socketUrl}/p/demo/runs`);
    await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).click();
    await signInAtProvider(page, "olga");
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    const before = provider.issued();
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
