// What agents and code hosts write arrives in every list and on every page: as titles, descriptions, names of files and
// lines of diffs. It can do nothing there, and it costs the page no time.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf, areaPages } from "../../web/src/app/areas";
import { createSandbox, createWorkflow, startRun } from "../support/fixtures";
import { hostileTexts } from "../support/hostileTexts";
import { expectWithin } from "../support/measuredLimit";
import { uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { corpus, expectHarmless } from "./harmless";

/** The pages of one text, behind `/p/demo/`. */
interface Pages {
  issue: string;
  run: string;
  context: string;
  others: string[];
}

/** One task of the browser that takes longer is felt. */
const maxTaskMs = 200;

/** Some fields take 10,000 bytes. */
const maxLength = 3_300;

const lists = [...areaPages.map(addressOf), "learnings/versions"];

describe.skipIf(!hasBrowser())("lists and pages of what others have written", () => {
  let dashboard: Dashboard;
  let page: Page;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(async () => dashboard.end());

  const made = async (route: string, body: object): Promise<string> => {
    const answer = await dashboard.api.post(route, body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([expect.toBeOneOf([200, 201]), expect.any(String)]);
    return (answer.body as { data: { id: string } }).data.id;
  };

  /** Makes one of everything, with this title and this text. */
  async function everything(title: string, whole: string): Promise<Pages> {
    const { api, job } = dashboard;
    const text = whole.slice(0, maxLength);
    const name = title.slice(0, 90).trim();
    const workflowId = await createWorkflow(api, { name, description: name, steps: [{ role: "designer", name }] });
    const issueId = await made("/issues/create", { title, description: text.slice(0, 15_000), suggestedPrompt: name });
    const { runNumber } = await changedRun(name, text, workflowId);
    const sessionId = await made("/issue-sessions/start", { prompt: text });
    await made("/issue-sessions/rename", { sessionId, name });
    const answeringSessionId = await made("/answering-sessions", { issueSessionId: sessionId });
    const questions = [{ question: text.slice(0, 4_000), assumption: title }];
    await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions });
    const gitRepoUrl = "https://code.example/hostile.git";
    const chainId = await made("/work-chains/create", { title: name, issueIds: [issueId], workflowId, gitRepoUrl });
    const schedule = { frequency: "daily", timezone: "UTC", scheduledHour: 9, scheduledMinute: 5 };
    const taskId = await made("/recurring-tasks", {
      title: name,
      prompt: text,
      targetWorkflowId: workflowId,
      ...schedule,
    });
    await made("/learnings/create", { description: text.slice(0, 10_000), category: name, trigger: title });
    const personaId = await made("/personas/create", { name, type: "designer", description: text, model: name });
    const description = text.slice(0, 2_000);
    const contextId = await made("/contexts", { name, description, content: text });
    const scriptId = await made("/scripts", { name, description, language: "shell", content: text });
    const commandId = await made("/commands", { name: uniqueName("hostile-"), description, content: text });
    const skill = { name: uniqueName("hostile-"), description, files: [{ name: "SKILL.md", content: text }] };
    const skillId = await made("/skills", skill);
    const run = `runs/${runNumber}`;
    return {
      issue: `issues/${issueId}`,
      run,
      context: `contexts/${contextId}`,
      others: [
        `${run}/files`,
        `${run}/events`,
        `sessions/${sessionId}`,
        `reviews/${answeringSessionId}`,
        `chains/${chainId}`,
        `recurring/${taskId}`,
        `personas/${personaId}`,
        `workflows/${workflowId}`,
        `scripts/${scriptId}`,
        `commands/${commandId}`,
        `skills/${skillId}`,
      ],
    };
  }

  /** A failed run, which is in the inbox, with files and a diff of this name and text. */
  async function changedRun(name: string, text: string, workflowId: string): Promise<{ runNumber: number }> {
    const { api, job } = dashboard;
    const run = await startRun(api, { workflowId, name, prompt: text });
    await job.call("run.updateStatus", { runId: run.id, status: "running" });
    const sandboxId = await createSandbox(job, { runId: run.id, status: "running" });
    const file = name.replaceAll(/[^ -~\u0080-\uffff]|["\\/]/g, "-");
    const lines = text.split("\n").map((line) => `+${line}`);
    const diff = `--- /dev/null\n+++ b/${file}\n@@ -0,0 +1,${lines.length} @@ ${name.replaceAll("\n", " ")}\n${lines.join("\n")}\n`;
    await job.call("sandbox.reportDiff", { sandboxId, diff });
    await job.call("sandbox.reportFiles", { sandboxId, files: [{ path: file, content: text }] });
    await job.call("run.updateStatus", { runId: run.id, status: "failed", error: text.slice(0, 10_000) });
    return { runNumber: Number(run.runNumber) };
  }

  /** Goes there as a press of a link does, and waits until the page is whole. */
  async function visit(at: string): Promise<void> {
    await page.evaluate((path) => history.pushState(null, "", path), at);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await expect.poll(() => page.getByRole("status", { name: "Loading" }).count(), { timeout: 30_000 }).toBe(0);
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }

  it("do nothing to their reader, whatever is written there", { timeout: 300_000 }, async () => {
    const pages: Pages[] = [];
    const all = corpus.join("\n").slice(0, 9_000);
    for (const [place, text] of corpus.entries())
      pages.push(await everything(text.slice(0, 200), place < 3 ? all : text));
    page = await dashboard.open("/inbox");
    await page.getByText("window.stolen").first().waitFor();
    await expectHarmless(page, dashboard);
    for (const list of lists) {
      await visit(`/p/demo/${list}`);
      await expectHarmless(page, dashboard);
      expect([list, await page.locator("[data-contained]").count()]).toEqual([list, 0]);
    }
    for (const { issue, run, context, others } of pages.slice(0, 3)) {
      for (const at of [issue, run, `${run}/diff`, context, ...others]) {
        await visit(`/p/demo/${at}`);
        await expectHarmless(page, dashboard);
        expect([at, await page.locator("[data-contained]").count()]).toEqual([at, 0]);
      }
    }
  });

  it("take no time of the page, whatever a text is made of", { timeout: 300_000 }, async () => {
    page = await dashboard.open("/inbox");
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: "longtask",
      });
    });
    /** The longest task meanwhile: 0 when none took 50 ms. */
    const longest = async (act: () => Promise<void>): Promise<number> => {
      await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0));
      await act();
      await page.waitForTimeout(60);
      return await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
    };
    const busy = async () =>
      page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        const until = performance.now() + 300;
        while (performance.now() < until);
      });
    expect(await longest(busy)).toBeGreaterThan(maxTaskMs);
    for (const [what, text] of Object.entries(hostileTexts(maxLength))) {
      // The service takes no halves of characters, and no name is only spaces.
      if (!text.isWellFormed()) continue;
      const { issue, run, context } = await everything(
        `${uniqueName("Text ")} ${text.slice(0, 80)}`.trim(),
        `x${text}`,
      );
      for (const at of [issue, `${run}/diff`, context]) {
        const times: number[] = [];
        // The machine is shared: only what is slow each time is slow.
        do {
          await visit("/p/demo/usage");
          times.push(await longest(async () => await visit(`/p/demo/${at}`)));
        } while (Math.min(...times) > maxTaskMs && times.length < 4);
        expectWithin(maxTaskMs, Math.min(...times), `ms of the longest task at ${at} with ${what}`);
      }
    }
    expect(dashboard.pageErrors).toEqual([]);
  });
});
