// Long names and right-to-left texts: no page becomes wider than its window, and no text lies over another.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf, areaPages } from "../../web/src/app/areas";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { follow, hasBrowser, narrow, openDashboard, overflowWidth, wide } from "./browser";
import type { Dashboard } from "./browser";

const long = `${"donaudampfschifffahrts".repeat(4)}kapitän`;
const fromTheRight = `סקירת הקוד של העגלה (טיוטה)! ${"מילה ".repeat(14).trim()}`;
const names = [long, fromTheRight];

describe.skipIf(!hasBrowser())("long names and right-to-left texts", () => {
  let dashboard: Dashboard;
  /** Behind `/p/demo/`. */
  const pages: string[] = areaPages.map(addressOf);

  beforeAll(async () => {
    dashboard = await openDashboard();
    const { api, job } = dashboard;
    const made = async (route: string, body: object) => (await dataOf(api.post(route, body))).id as string;
    for (const [place, name] of names.entries()) {
      const workflowId = await createWorkflow(api, { name, description: name, steps: [{ role: "designer", name }] });
      const issueId = await made("/issues/create", { title: name, description: name });
      const { id: runId, runNumber } = await startRun(api, { workflowId, name, prompt: name });
      await job.call("run.updateStatus", { runId, status: "running" });
      const { id: stepId } = await job.call("runStep.create", { runId, stepIndex: 0, role: "designer", name });
      const sandboxId = await createSandbox(job, { runId, stepId, status: "running" });
      await job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
      await job.call("message.store", { sandboxId, role: "assistant", content: name, timestamp: Date.now() });
      await job.call("message.store", {
        sandboxId,
        role: "assistant",
        content: name,
        kind: "tool",
        title: name,
        timestamp: Date.now(),
      });
      const file = `${name}/${name}.ts`;
      const diff = `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@ ${name}\n-${name}\n+${name} ${name}\n`;
      await job.call("sandbox.reportDiff", { sandboxId, diff });
      await job.call("sandbox.reportFiles", { sandboxId, files: [{ path: file, content: name }] });
      await job.call("run.ask", { runId, key: "way", title: name, options: [name, `${name} 2`] });
      const broken = await startRun(api, { workflowId, name });
      await job.call("run.updateStatus", { runId: broken.id, status: "failed", error: name });
      const sessionId = await made("/issue-sessions/start", { prompt: name });
      await made("/issue-sessions/rename", { sessionId, name });
      const answeringSessionId = await made("/answering-sessions", { issueSessionId: sessionId });
      const questions = [{ question: name, assumption: name }];
      await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions });
      const gitRepoUrl = `https://code.example/${"x".repeat(150)}.git`;
      const chain = { title: name, issueIds: [issueId], workflowId, gitRepoUrl };
      const chainId = await made("/work-chains/create", chain);
      const schedule = { frequency: "daily", timezone: "America/Argentina/ComodRivadavia", scheduledHour: 9 };
      const task = { title: name, prompt: name, targetWorkflowId: workflowId, scheduledMinute: 5, ...schedule };
      const taskId = await made("/recurring-tasks", task);
      await made("/learnings/create", { description: name, category: name.slice(0, 90), trigger: name });
      const personaId = await made("/personas/create", { name, type: "designer", description: name, model: name });
      const contextId = await made("/contexts", { name: name.slice(0, 100), description: name, content: name });
      const prNumber = place + 1;
      const prUrl = `https://code.example/${"pull".repeat(20)}/${prNumber}`;
      await job.call("run.updatePr", { runId, prUrl, prStatus: "open", prNumber });
      await made("/merging/start", { pullRequests: [{ prUrl, prNumber }], baseBranch: "b".repeat(200) });
      const run = `runs/${Number(runNumber)}`;
      const tabs = [run, `${run}/diff`, `${run}/files`, `${run}/events`];
      const work = [`issues/${issueId}`, `sessions/${sessionId}`, `reviews/${answeringSessionId}`, `chains/${chainId}`];
      const knowledge = [`personas/${personaId}`, `contexts/${contextId}`, `workflows/${workflowId}`];
      pages.push(...tabs, ...work, ...knowledge, `recurring/${taskId}`);
    }
    pages.push("issues?view=board", "settings/members");
    await dataOf(api.post("/project/members/invite", { email: `${"a".repeat(60)}@example.com`, role: "member" }));
    await dataOf(
      api.post("/project/update", { name: names[1]?.slice(0, 100), gitRepoUrl: `https://code.example/${long}` }),
    );
  });

  afterAll(async () => dashboard.end());

  it("break no page, wide or narrow", async () => {
    const page = await dashboard.open("/inbox");
    const found: string[] = [];
    for (const at of ["/inbox", ...pages.map((name) => `/p/demo/${name}`)]) {
      await follow(page, at);
      await expect.poll(() => page.getByRole("status", { name: "Loading" }).count()).toBe(0);
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size);
        await framesShown(page);
        const wider = await overflowWidth(page);
        if (wider > 0) found.push(`${at} at ${size.width} px is ${wider} px wider than its window`);
        for (const pair of await overlaps(page)) found.push(`${at} at ${size.width} px: ${pair}`);
      }
      await page.setViewportSize(wide);
    }
    expect(found).toEqual([]);
    expect(dashboard.pageErrors).toEqual([]);
  });
});

/** A list of which only the rows in sight are there measures these in the frames after its size has changed. */
async function framesShown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Returns the texts of the page that lie over one another. What floats above the page does so on purpose. */
async function overlaps(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    interface Box {
      node: Node;
      text: string;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const floats = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || floats(element.parentElement));
    /** The part of the box that no element around it cuts off. */
    const seen = (rect: Box, element: Element | null): Box => {
      if (element === null || element === document.body) return rect;
      const { overflowX, overflowY } = getComputedStyle(element);
      const around = element.getBoundingClientRect();
      const next = { ...rect };
      if (overflowX !== "visible") {
        next.left = Math.max(rect.left, around.left);
        next.right = Math.min(rect.right, around.right);
      }
      if (overflowY !== "visible") {
        next.top = Math.max(rect.top, around.top);
        next.bottom = Math.min(rect.bottom, around.bottom);
      }
      return seen(next, element.parentElement);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const boxes: Box[] = [];
    while (walker.nextNode() !== null) {
      const { currentNode: node } = walker;
      const text = node.textContent?.trim() ?? "";
      if (text === "" || node.parentElement === null || floats(node.parentElement)) continue;
      if (!node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        // Lines of text are closer to one another than their boxes are high.
        const inset = (bottom - top) / 5;
        const box = {
          node,
          text: `${node.parentElement.className} ${text.slice(0, 30)}`,
          left,
          right,
          top: top + inset,
          bottom: bottom - inset,
        };
        const shown = seen(box, node.parentElement);
        if (shown.right - shown.left > 2 && shown.bottom - shown.top > 2) boxes.push(shown);
      }
    }
    return boxes.flatMap((one, place) =>
      boxes
        .slice(place + 1)
        .filter(
          (other) =>
            one.node !== other.node &&
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2,
        )
        .map((other) => `“${one.text}” and “${other.text}”`),
    );
  });
}
