// The diff of a run: read, commented and sent to the agent by keys alone, however large or hostile it is.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press, type } from "./keys";

const shop = `diff --git a/src/total.ts b/src/total.ts
--- a/src/total.ts
+++ b/src/total.ts
@@ -1,4 +1,5 @@ export function total
 export function total(lines: Line[]) {
-  const sum = lines.length;
+  const sum = lines.reduce(add, 0);
+  /* rounded */
   return sum;
 }
diff --git a/website/guide.md b/website/guide.md
--- a/website/guide.md
+++ b/website/guide.md
@@ -1 +1 @@
-# Guide
+# The guide
`;

const hostile = `diff --git "a/<img src=x onerror=alert(1)>.html" "b/<img src=x onerror=alert(1)>.html"
--- "a/<img src=x onerror=alert(1)>.html"
+++ "b/<img src=x onerror=alert(1)>.html"
@@ -1,2 +1,3 @@ <script>alert(2)</script>
-<script>alert(3)</script>
+<script src="https://evil.example/x.js"></script>
+\u202e</span></code><iframe src="https://evil.example"></iframe>
 <style>body { background: url(https://evil.example/y) }</style>
diff --git a/__proto__ b/constructor
rename from __proto__
rename to constructor
@@ -1 +1,99999999999 @@
-${"x".repeat(50_000)}
+y`;

function largeDiff(lines: number): string {
  const file = (number: number) => {
    const body = Array.from({ length: 100 }, (_, at) =>
      at % 2 === 0 ? `-  const old${at} = compute(${at}); // ${number}` : `+  const young${at} = compute(${at}, "x");`,
    );
    return `--- a/src/part${number}/file.ts\n+++ b/src/part${number}/file.ts\n@@ -1,50 +1,50 @@\n${body.join("\n")}\n`;
  };
  return Array.from({ length: Math.ceil(lines / 103) }, (_, number) => file(number)).join("");
}

describe.skipIf(!hasBrowser())("the diff of a run", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    workflowId = await createWorkflow(dashboard.api);
  });

  afterAll(async () => dashboard.end());

  async function work(diff: string) {
    const { id: runId, runNumber } = await startRun(dashboard.api, { workflowId });
    await dashboard.job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(dashboard.job, { runId, status: "running" });
    await dashboard.job.call("sandbox.reportDiff", { sandboxId, diff });
    return { address: `/p/demo/runs/${Number(runNumber)}/diff`, sandboxId };
  }

  const said = async (sandboxId: string) =>
    ((await dataOf(dashboard.api.get(`/sandboxes/messages?id=${sandboxId}`))) as { content: string }[]).map(
      ({ content }) => content,
    );
  const shown = async (page: Page) => page.getByRole("region", { name: "Changes" }).waitFor();
  /** Writes a comment into the field that is open, and keeps it. */
  const comment = async (page: Page, text: string) => {
    await type(page, text);
    await page.keyboard.press("Control+Enter");
  };

  it("brings comments on lines to the agent, together, by keys alone", async () => {
    const { address, sandboxId } = await work(shop);
    const page = await dashboard.open(address);
    await shown(page);
    await press(page, "ArrowDown", "ArrowDown", "Shift+ArrowDown", "Enter");
    await page.getByLabel("Comment on removed line 2 to line 2").waitFor();
    await comment(page, "Why is it reduced?");
    await press(page, ".", "ArrowDown", "Enter");
    await page.getByRole("textbox", { name: "Comment on line 1" }).waitFor();
    await type(page, "Thrown away");
    await page.keyboard.press("Escape");
    await page.reload();
    await shown(page);
    await page.getByText("Your comment on removed line 2 to line 2").waitFor();
    expect(await said(sandboxId)).toEqual([]);
    await press(page, "ArrowDown", "Enter");
    await page.getByRole("textbox", { name: "Comment on line 1" }).waitFor();
    await comment(page, "Name the type.");
    await press(page, "l");
    await page.getByRole("dialog", { name: "Comments on the changes" }).waitFor();
    await press(page, "Control+Enter");
    await expect.poll(() => said(sandboxId)).toHaveLength(1);
    const [message = ""] = await said(sandboxId);
    expect(message).toBe(
      "I have 2 comments on your changes.\n\n" +
        "`src/total.ts`, line 1:\n\n```diff\n export function total(lines: Line[]) {\n```\n\nName the type.\n\n" +
        "`src/total.ts`, removed line 2 to line 2:\n\n" +
        "```diff\n-  const sum = lines.length;\n+  const sum = lines.reduce(add, 0);\n```\n\nWhy is it reduced?",
    );
    await page.getByText("not sent yet").first().waitFor({ state: "detached" });
  });

  it("keeps comments that nobody can read now, and says why", async () => {
    const { address, sandboxId } = await work(shop);
    const page = await dashboard.open(address);
    await shown(page);
    await press(page, "ArrowDown", "Enter");
    await comment(page, "Too late.");
    await dashboard.job.call("sandbox.updateStatus", { sandboxId, status: "stopped" });
    await press(page, "l");
    await page.getByText("No sandbox of this run is running").waitFor();
    await press(page, "Control+Enter");
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByText("Too late.").waitFor();
    expect(await said(sandboxId)).toEqual([]);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Too late.").waitFor({ state: "detached" });
  });

  it("shows ten thousand lines with few elements, and finds its files by keys", async () => {
    const { address } = await work(largeDiff(10_000));
    const page = await dashboard.open(address);
    await shown(page);
    const counts: number[] = [];
    for (const layout of ["unified", "split"]) {
      if (layout === "split") await press(page, "u");
      for (const part of [0, 0.3, 0.6, 1]) {
        await page.getByRole("region", { name: "Changes" }).evaluate((element, part) => {
          element.scrollTop = part * element.scrollHeight;
        }, part);
        await page.waitForTimeout(300);
        counts.push(await page.evaluate(() => document.querySelectorAll("*").length));
      }
    }
    expect(Math.max(...counts)).toBeLessThan(1_500);
    await press(page, "F");
    await type(page, "part57/");
    await page.getByTitle("src/part0/file.ts").first().waitFor({ state: "detached" });
    await page.getByTitle("src/part57/file.ts").first().click();
    await page.getByRole("heading", { name: "src/part57/file.ts" }).waitFor();
  });

  it("is text and nothing else, whatever an agent writes into it", async () => {
    const { address } = await work(hostile);
    const page = await dashboard.open(address);
    await shown(page);
    await page.getByText("<script>alert(3)</script>").first().waitFor();
    await page.getByText("⟨U+202E⟩").waitFor();
    await page.waitForTimeout(500);
    const inside = page.getByRole("region", { name: "Changes" });
    expect(await inside.locator("script, iframe, img, style").count()).toBe(0);
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("shows the changes of the moment while the agent works", async () => {
    const { address, sandboxId } = await work("");
    const page = await dashboard.open(address);
    await page.getByText("No changes").waitFor();
    await dashboard.job.call("sandbox.reportDiff", { sandboxId, diff: shop });
    await page.getByRole("heading", { name: "src/total.ts" }).waitFor();
    expect(await page.getByText("2 files").count()).toBe(1);
  });

  it("shows what all steps have changed together, each file with its steps, or the changes of one", async () => {
    const { id: runId, runNumber } = await startRun(dashboard.api, { workflowId });
    await dashboard.job.call("run.updateStatus", { runId, status: "running" });
    const again = shop
      .replace(
        "-  const sum = lines.length;\n+  const sum = lines.reduce(add, 0);\n+",
        "-  const sum = lines.reduce(add, 0);\n+  const sum = total(lines);\n ",
      )
      .replace("-1,4 +1,5", "-1,5 +1,5")
      .replaceAll("guide.md", "more.md");
    for (const [stepIndex, [name, diff]] of [["Design it", shop] as const, ["Check it", again] as const].entries()) {
      const { id: stepId } = await dashboard.job.call("runStep.create", { runId, role: "designer", name, stepIndex });
      const sandboxId = await createSandbox(dashboard.job, { runId, stepId });
      await dashboard.job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
      await dashboard.job.call("sandbox.reportDiff", { sandboxId, diff });
    }
    const page = await dashboard.open(`/p/demo/runs/${Number(runNumber)}/diff`);
    await shown(page);
    await page.getByText("3 files").waitFor();
    await page.getByText("1. Design it, 2. Check it").last().waitFor();
    const changes = page.getByRole("region", { name: "Changes" });
    await changes.getByText("const sum = lines.length;").waitFor();
    await changes.getByText("const sum = total(lines);").waitFor();
    expect(await changes.getByText("lines.reduce").count()).toBe(0);
    await page.getByRole("combobox", { name: "Changes from" }).selectOption("1. Design it");
    await page.getByText("2 files").waitFor();
    await changes.getByText("const sum = lines.reduce(add, 0);").waitFor();
    expect(await page.getByRole("heading", { name: "website/more.md" }).count()).toBe(0);

    // Comments on one step's changes are there in those of all: below their line, or above them with the step's name.
    for (const [moves, text] of [
      [3, "Why reduce?"],
      [1, "Rounded to what?"],
    ] as const) {
      await press(page, ...Array.from({ length: moves }, () => "ArrowDown"), "Enter");
      await comment(page, text);
      await changes.getByText(text).waitFor();
    }
    await page.getByRole("combobox", { name: "Changes from" }).selectOption("All steps");
    await changes.getByText("const sum = total(lines);").waitFor();
    await changes.getByText("Rounded to what?").waitFor();
    const inAll = (await changes.innerText()).replaceAll(/\s+/g, " ");
    const order = [
      "Your comment on line 2 in “1. Design it”, not sent yet",
      "+ const sum = lines.reduce(add, 0);",
      "Why reduce?",
      "const sum = total(lines);",
      "/* rounded */",
      "Your comment on line 3 in “1. Design it”, not sent yet",
      "Rounded to what?",
      "return sum;",
    ];
    const found = order.filter((text) => inAll.includes(text));
    const inOrder = found.toSorted((a, b) => inAll.indexOf(a) - inAll.indexOf(b));
    expect(inOrder, `All steps: ${inAll}`).toEqual(order);
    await expectAccessible(page);
  });

  it("is all there in one frame for those who want no motion, also when the theme changes", async () => {
    const { address } = await work(shop);
    const page = await dashboard.open(address);
    await shown(page);
    const begun = await page.evaluateHandle(() => {
      const properties: string[] = [];
      addEventListener("transitionrun", ({ propertyName }) => properties.push(propertyName), { capture: true });
      return properties;
    });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("button", { name: "Side by side" }).hover();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await begun.jsonValue()).toEqual([]);
  });

  it("is accessible in both themes and sizes, without page errors", async () => {
    const { address } = await work(shop);
    const page = await dashboard.open(address);
    await shown(page);
    await press(page, "ArrowDown", "Enter");
    await type(page, "A comment.");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Files" }).click();
    await page.waitForURL(/files$/);
    await page.locator("main[aria-busy=false]").waitFor();
    await expectAccessible(page);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
