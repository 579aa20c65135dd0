// The suite of the TypeScript client in a real browser, on a page of another origin than the service.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundledSuite } from "../../packages/client/tests/bundledSuite";
import type { Result, World } from "../../packages/client/tests/suite";
import { faultyWorld } from "../../packages/client/tests/world";
import { hasBrowser, launchBrowser } from "./browser";

describe.skipIf(!hasBrowser())("in Chromium", () => {
  const world = faultyWorld();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it("the client passes its suite", async () => {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundledSuite() });
    const results = await page.evaluate(async (given: World): Promise<Result[]> => {
      const { suite } = globalThis as unknown as { suite: { runSuite: (world: World) => Promise<Result[]> } };
      return await suite.runSuite(given);
    }, world());
    expect(results.filter(({ failure }) => failure !== null)).toEqual([]);
    expect(results.length).toBeGreaterThan(15);
  });
});
