// Artifacts in a browser: pictures are shown under the policy of the dashboard, and no artifact runs anything.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, narrow, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press } from "./keys";

const png = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
);
const script = "<script>window.ran = true; document.title = 'ran'; fetch('/ran')</script>";
const html = new Uint8Array(
  Buffer.from(`<!doctype html><title>quiet</title><img src=x onerror="document.title='ran'">${script}`),
);
const svg = new Uint8Array(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='ran'">${script}</svg>`),
);

describe.skipIf(!hasBrowser())("artifacts", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });

  afterAll(async () => dashboard.end());

  interface File {
    name: string;
    mediaType: string;
    bytes: Uint8Array<ArrayBuffer>;
  }

  async function upload(sandboxId: string, { name, mediaType, bytes }: File, stepId?: string): Promise<string> {
    const { job } = dashboard;
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const says = {
      sandboxId,
      name,
      mediaType,
      size: bytes.length,
      sha256,
      ...(stepId === undefined ? {} : { stepId }),
    };
    const { artifactId, uploadUrl } = await job.call("artifact.begin", says);
    // The uploader declares what suits it.
    const sent = await fetch(uploadUrl, { method: "POST", headers: { "Content-Type": "text/html" }, body: bytes });
    const { storageId } = (await sent.json()) as { storageId: string };
    await job.call("artifact.finish", { artifactId, storageId });
    return artifactId;
  }

  async function runWith(...files: File[]) {
    const { job, api } = dashboard;
    const { id: runId, runNumber } = await startRun(api, { workflowId: await createWorkflow(api) });
    await job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(job, { runId, status: "running" });
    const { id: stepId } = await job.call("runStep.create", { runId, stepIndex: 0, role: "designer", name: "Design" });
    await job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
    const ids: string[] = [];
    for (const file of files) ids.push(await upload(sandboxId, file, stepId));
    return { runNumber, ids, sandboxId };
  }

  /** Collects what the policy of the page refuses. */
  async function refusedBy(page: Page): Promise<string[]> {
    const refused: string[] = [];
    await page.exposeFunction("noteRefused", (what: string) => void refused.push(what));
    await page.evaluate(
      `addEventListener("securitypolicyviolation", (event) => noteRefused(event.violatedDirective + event.blockedURI))`,
    );
    return refused;
  }

  const widthOf = (page: Page, name: string) =>
    page.getByRole("img", { name }).evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));

  it("of pictures are shown in the proof of a run, opened by keys and downloaded", async () => {
    const { runNumber } = await runWith(
      { name: "shots/home.png", mediaType: "image/png", bytes: png },
      { name: "report.html", mediaType: "text/html", bytes: html },
      { name: "broken.png", mediaType: "image/png", bytes: html },
    );
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    const refused = await refusedBy(page);
    await press(page, "o");
    const region = page.getByRole("region", { name: "Artifacts" });
    await expectVisible(region.getByText("report.html"));
    await expect.poll(() => widthOf(page, "shots/home.png")).toBeGreaterThan(0);
    await expectVisible(region.getByText("This picture cannot be shown."));
    await expectVisible(region.getByText("Step 1, Design").first());
    await expectAccessible(page);
    await region.getByRole("button", { name: "Open shots/home.png" }).focus();
    await page.keyboard.press("Enter");
    await expectVisible(page.getByRole("dialog", { name: "shots/home.png" }));
    await page.keyboard.press("Escape");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      region.getByRole("button", { name: "Download report.html" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("report.html");
    expect(new Uint8Array(readFileSync(await download.path()))).toEqual(html);
    expect([refused, await page.title(), dashboard.pageErrors]).toEqual([[], expect.not.stringContaining("ran"), []]);
  });

  it("of pictures are shown beside the diff, on a phone below it, and HTML and SVG are only downloaded", async () => {
    const { runNumber, sandboxId } = await runWith(
      { name: "report.html", mediaType: "text/html", bytes: html },
      { name: "logo.svg", mediaType: "image/svg+xml", bytes: svg },
    );
    const diff = "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1,2 @@\n same\n+const b = 2;\n";
    await dashboard.job.call("sandbox.reportDiff", { sandboxId, diff });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    const refused = await refusedBy(page);
    await press(page, "d");
    const changes = page.getByRole("region", { name: "Changes" });
    const region = page.getByRole("region", { name: "Artifacts" });
    await expectVisible(changes);
    await expectVisible(region.getByText("report.html"));
    expect(await region.getByRole("img").count()).toBe(0);
    expect(await region.getByRole("button").allTextContents()).toEqual(["Download", "Download"]);
    // It comes while somebody reads.
    await upload(sandboxId, { name: "shots/home.png", mediaType: "image/png", bytes: png });
    await expect.poll(() => widthOf(page, "shots/home.png")).toBeGreaterThan(0);
    const edges = async () => {
      const [left, right] = [await changes.boundingBox(), await region.boundingBox()];
      if (left === null || right === null) throw new Error("One of them is not shown.");
      return { isBeside: left.x + left.width <= right.x, isBelow: left.y + left.height <= right.y };
    };
    expect(await edges()).toEqual({ isBeside: true, isBelow: false });
    await expectAccessible(page);
    await region.getByRole("button", { name: "Open shots/home.png" }).press("Enter");
    await expectVisible(page.getByRole("dialog", { name: "shots/home.png" }));
    await page.keyboard.press("Escape");
    await page.setViewportSize(narrow);
    await expect.poll(edges).toEqual({ isBeside: false, isBelow: true });
    expect([refused, await page.title(), dashboard.pageErrors]).toEqual([[], expect.not.stringContaining("ran"), []]);
  });

  it.each<[string, File]>([
    ["HTML", { name: "a.html", mediaType: "text/html", bytes: html }],
    ["SVG", { name: "a.svg", mediaType: "image/svg+xml", bytes: svg }],
    ["HTML that is said to be a picture", { name: "a.png", mediaType: "image/png", bytes: html }],
    ["HTML that is said to be text", { name: "a.txt", mediaType: "text/plain", bytes: html }],
  ])(
    "of %s run nothing when their address is opened, even if a proxy lets a browser show them",
    async (_what, file) => {
      const { ids } = await runWith(file);
      const address = `${dashboard.httpUrl}/api/v1/artifacts/${ids[0]}/content`;
      const context = await dashboard.browser.newContext({
        extraHTTPHeaders: { Authorization: `Bearer ${dashboard.apiKey}` },
      });
      try {
        const page = await context.newPage();
        const requests: string[] = [];
        page.on("request", (request) => void requests.push(new URL(request.url()).pathname));
        // The browser downloads it, and stays where it is.
        await page.goto(address).catch(() => undefined);
        expect(await page.evaluate("window.ran ?? null")).toBe(null);
        await page.route(address, async (route) => {
          const response = await route.fetch();
          const {
            "content-disposition": _disposition,
            "x-content-type-options": _options,
            ...headers
          } = response.headers();
          const shown = file.mediaType.includes("svg") ? "image/svg+xml" : "text/html";
          await route.fulfill({ response, headers: { ...headers, "content-type": shown } });
        });
        await page.goto(address);
        expect(await page.evaluate("window.ran ?? document.title")).not.toContain("ran");
        expect(requests.filter((path) => path.includes("ran"))).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );

  it("are named by patterns in the editor of a workflow", async () => {
    const { api } = dashboard;
    const steps = [{ role: "designer", name: "Design", artifacts: ["a.txt"] }];
    const id = await createWorkflow(api, { steps });
    const page = await dashboard.open(`/p/demo/workflows/${id}`);
    const field = page.getByLabel("Artifacts", { exact: true });
    expect(await field.inputValue()).toBe("a.txt");
    await field.fill("shots/*.png\n\n../out");
    await press(page, "Control+s");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    await field.fill("shots/*.png\n report.txt ");
    await press(page, "Control+s");
    const patterns = async () => (await dataOf(api.get(`/workflows/${id}`))).steps[0].artifacts;
    await expect.poll(patterns).toEqual(["shots/*.png", "report.txt"]);
    await expectAccessible(page);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
