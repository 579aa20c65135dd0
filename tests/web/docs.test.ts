// The page of documentation in a real browser, on a running service: nothing comes from elsewhere, everything can be
// found and tried, and it serves people on phones and in the dark.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { dataOf } from "../support/fixtures";
import {
  accessibilityProblems,
  expectVisible,
  hasBrowser,
  insecureHost,
  narrow,
  openDashboard,
  overflowWidth,
  wide,
} from "./browser";
import type { Dashboard } from "./browser";

describe.skipIf(!hasBrowser())("the page of documentation", () => {
  let dashboard: Dashboard;
  /** What pages did that they must not do. */
  let pageErrors: string[] = [];

  beforeAll(async () => {
    dashboard = await openDashboard();
  });

  afterAll(async () => dashboard?.end());

  async function open(at: string, options: BrowserContextOptions = {}): Promise<Page> {
    pageErrors = [];
    const context = await dashboard.browser.newContext({ viewport: wide, reducedMotion: "reduce", ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.on("pageerror", (error) => pageErrors.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") pageErrors.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      const isOwn = host === new URL(dashboard.httpUrl).host || protocol === "data:";
      if (!isOwn) pageErrors.push(`request to ${request.url()}`);
    });
    await page.goto(`${dashboard.httpUrl}${at}`);
    await page.locator("#areas a").first().waitFor({ state: "attached" });
    return page;
  }

  const operation = (page: Page, id: string): Locator => page.locator(`[id="operations/${id}"]`);

  async function tryOut(page: Page, id: string): Promise<Locator> {
    const section = operation(page, id);
    await section.getByRole("tab", { name: "Try it" }).click();
    return section.getByRole("form");
  }

  async function expectUsable(page: Page): Promise<void> {
    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      for (const size of [wide, narrow]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        const here = await accessibilityProblems(page, ["moderate", "serious", "critical"]);
        const wider = await overflowWidth(page);
        if (wider > 0) here.push(`the page is ${wider} px wider than its window`);
        found.push(...here.map((finding) => `${colorScheme}, ${size.width} px: ${finding}`));
      }
    }
    expect(found).toEqual([]);
  }

  it("is where a browser is led that opens the host, and has guides and reference", async () => {
    const page = await open("/");
    expect(new URL(page.url()).pathname).toBe("/docs");
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Errors" }).click();
    await expectVisible(page.getByRole("heading", { level: 1, name: "Errors" }));
    await expectVisible(page.getByRole("cell", { name: "IDEMPOTENCY_MISMATCH" }));
    await page.getByRole("link", { name: "Reference", exact: true }).click();
    await expectVisible(page.getByRole("heading", { level: 1, name: "Reference" }));
    expect(pageErrors).toEqual([]);
  });

  it.each(["", "#guides/following-runs", "#reference", "#operations/runsStart"])(
    "/docs%s has no accessibility violations, light and dark, wide and narrow",
    async (at) => {
      const page = await open(`/docs${at}`);
      await expectUsable(page);
      expect(pageErrors).toEqual([]);
    },
  );

  it("shows what the address names, and goes back to what was shown before", async () => {
    const page = await open("/docs#operations/runsStart/prompt");
    const field = page.locator('[id="operations/runsStart/prompt"]');
    await expectVisible(field);
    await expect.poll(() => field.evaluate((row) => row.getBoundingClientRect().top < innerHeight)).toBe(true);
    await expectVisible(operation(page, "runsStart").getByText("/api/v1/runs/start").first());
    await page.getByRole("link", { name: "Keys and scopes" }).first().click();
    await expectVisible(page.getByRole("heading", { level: 1, name: "Keys and scopes" }));
    await page.getByRole("link", { name: "runner.md" }).first().click();
    await expectVisible(page.getByRole("heading", { level: 1, name: "Writing a runner" }));
    await page.goBack();
    await expectVisible(page.getByRole("heading", { level: 1, name: "Keys and scopes" }));
    await page.goBack();
    await expectVisible(field);
    await page.goto(`${dashboard.httpUrl}/docs#operations/nothing`);
    await expectVisible(page.getByRole("heading", { name: "There is nothing here" }));
    expect(pageErrors).toEqual([]);
  });

  it("is searched by keys: operations, fields and guides", async () => {
    const page = await open("/docs");
    const find = async (words: string, first: string): Promise<void> => {
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: /^Search/ }).fill(words);
      await expectVisible(page.getByRole("option", { name: first, selected: true }));
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    };
    await find("starts run workflow", "/api/v1/runs/start");
    await expectVisible(operation(page, "runsStart"));
    await find("maxIterations start", "maxIterations");
    expect(page.url()).toContain("#operations/runsStart/maxIterations");
    await find("claiming holding", "Claiming and holding");
    await expectVisible(page.getByRole("heading", { name: "Claiming and holding" }));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Search/ }).fill("xyzzy");
    await expectVisible(page.getByText("Nothing matches"));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(pageErrors).toEqual([]);
  });

  it("tries reads and writes with a key that is kept nowhere", async () => {
    const page = await open("/docs#operations/projectGet");
    const read = await tryOut(page, "projectGet");
    await read.getByLabel("API key").fill(dashboard.apiKey);
    await read.getByRole("button", { name: "Send GET" }).click();
    await expectVisible(read.getByText("200"));
    await expectVisible(read.getByText(/^\d+ ms, /));
    await expectVisible(read.getByText('"Demo"').first());
    await read.getByText("Headers of the answer").click();
    await expectVisible(read.getByText(/x-request-id: /));

    await page.goto(`${dashboard.httpUrl}/docs#operations/issuesCreate`);
    const write = await tryOut(page, "issuesCreate");
    expect(await write.getByLabel("API key").inputValue()).toBe(dashboard.apiKey);
    await expectVisible(write.getByText("This changes your project."));
    await write.getByLabel("Body").fill('{ "title": "Found while reading" }');
    await write.getByRole("button", { name: "Send POST" }).click();
    await expectVisible(write.getByText('"Found while reading"'));
    const titles = (await dashboard.api.get("/issues/list")).body.data.map(({ title }: { title: string }) => title);
    expect(titles).toContain("Found while reading");

    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
    expect(kept).not.toContain("svc_");
    await page.reload();
    const again = await tryOut(page, "issuesCreate");
    expect(await again.getByLabel("API key").inputValue()).toBe("");
    expect(pageErrors).toEqual([]);
  });

  it("shows a refusal as the service says it", async () => {
    const page = await open("/docs#operations/issuesCreate");
    const form = await tryOut(page, "issuesCreate");
    await form.getByLabel("API key").fill(dashboard.apiKey);
    await form.getByLabel("Body").fill('{ "titel": "x" }');
    await form.getByRole("button", { name: "Send POST" }).click();
    await expectVisible(form.getByText("400"));
    await expectVisible(form.getByText('"VALIDATION"'));
    await form.getByLabel("API key").fill("svc_test_wrong");
    await form.getByRole("button", { name: "Send POST" }).click();
    await expectVisible(form.getByText('"AUTH_INVALID"'));
    // A browser reports each refused request in its console.
    expect(pageErrors.filter((error) => !error.includes("Failed to load resource"))).toEqual([]);
  });

  it("writes and says what cannot be copied, at an address of a local network without https", async () => {
    const context = await dashboard.browser.newContext({ viewport: wide });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    const { port } = new URL(dashboard.httpUrl);
    await page.goto(`http://${insecureHost}:${port}/docs#operations/issuesCreate`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const form = await tryOut(page, "issuesCreate");
    await form.getByLabel("API key").fill(dashboard.apiKey);
    await form.getByLabel("Body").fill('{ "title": "From the sofa" }');
    await form.getByRole("button", { name: "Send POST" }).click();
    await expectVisible(form.getByText('"From the sofa"'));
    await form.getByRole("button", { name: "Copy" }).last().click();
    await expectVisible(form.getByRole("button", { name: /select the text instead/ }));
    expect(faults).toEqual([]);
  });

  it("follows no redirect with the key, and says so", async () => {
    const page = await open("/docs#operations/projectGet");
    const elsewhere = `${dashboard.socketUrl}/version`;
    await page.route("**/api/v1/project", (route) => route.fulfill({ status: 302, headers: { Location: elsewhere } }));
    const form = await tryOut(page, "projectGet");
    await form.getByLabel("API key").fill(dashboard.apiKey);
    await form.getByRole("button", { name: "Send GET" }).click();
    await expectVisible(form.getByText(/^The answer is a redirect, which is not followed/));
    expect(await form.getByRole("button", { name: "Send GET" }).isEnabled()).toBe(true);
    expect(pageErrors).toEqual([]);
  });

  it("puts the path and the query together as the form says", async () => {
    const { id } = await dataOf(dashboard.api.post("/skills", { name: "Review" }));
    const page = await open("/docs#operations/skillsGet");
    const form = await tryOut(page, "skillsGet");
    await form.getByLabel("API key").fill(dashboard.apiKey);
    await form.getByLabel("id").fill(id);
    await form.getByRole("button", { name: "Send GET" }).click();
    await expectVisible(form.getByText('"Review"').first());
    expect(pageErrors).toEqual([]);
  });

  it("has its navigation in a drawer on a phone, and a choice of theme that lasts", async () => {
    const page = await open("/docs", { viewport: narrow, colorScheme: "light" });
    const contents = page.getByRole("navigation", { name: "Contents" });
    expect(await contents.isVisible()).toBe(false);
    const button = page.getByRole("button", { name: "Contents" });
    await button.click();
    await expectVisible(contents);
    await page.keyboard.press("Escape");
    await contents.waitFor({ state: "hidden" });
    await button.click();
    await contents.getByRole("link", { name: "Idempotency" }).click();
    await expectVisible(page.getByRole("heading", { level: 1, name: "Idempotency" }));
    await contents.waitFor({ state: "hidden" });

    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByLabel("Theme").selectOption("dark");
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
    expect(pageErrors).toEqual([]);
  });

  it("shows the guides without a script", async () => {
    const context = await dashboard.browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${dashboard.httpUrl}/docs`);
    await expectVisible(page.getByRole("heading", { level: 1, name: "Errors" }));
  });
});
