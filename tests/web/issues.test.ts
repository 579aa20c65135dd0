// Issues as a list and as a board, and the sessions that find them: every action by keys alone.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { choose, confirm, press, send, type } from "./keys";

describe.skipIf(!hasBrowser())("issues and their sessions", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await createWorkflow(dashboard.api);
  });

  afterAll(async () => dashboard.end());

  const make = async (title: string, more: object = {}): Promise<string> =>
    (await dataOf(dashboard.api.post("/issues/create", { title, ...more }))).id;

  const issue = async (id: string) => await dataOf(dashboard.api.get(`/issues/get?id=${id}`));

  it("says what to do while there are none", async () => {
    const page = await dashboard.open("/p/demo/issues");
    await expectVisible(page.getByText("No issues yet"));
    await press(page, "g d");
    await expectVisible(page.getByText("No issue sessions yet"));
  });

  it("creates an issue, and changes its state and priority in the list", async () => {
    const title = uniqueName("The cart forgets its owner ");
    const page = await dashboard.open("/p/demo/issues");
    await press(page, "n");
    await type(page, title);
    await send(page);
    await page.getByRole("link", { name: title }).waitFor();
    const [{ id, title: made }] = await dataOf(dashboard.api.get("/issues/list"));
    expect(made).toBe(title);
    await choose(page, page.locator(`[data-row="${id}"]`));
    await press(page, "2", "+");
    await expect.poll(async () => await issue(id)).toMatchObject({ status: "in_progress", priority: "high" });
    await press(page, "1", "-");
    await expect.poll(async () => await issue(id)).toMatchObject({ status: "open", priority: "medium" });
  });

  it("starts a run for an issue by r and Ctrl+Enter", async () => {
    const id = await make("The export is empty", { suggestedPrompt: "Find out why the export is empty." });
    const page = await dashboard.open("/p/demo/issues");
    await choose(page, page.locator(`[data-row="${id}"]`));
    await press(page, "r");
    await page.getByText("Find out why the export is empty.").waitFor();
    await page.getByRole("option", { name: "Build" }).waitFor({ state: "attached" });
    await send(page);
    await expect.poll(async () => (await issue(id)).status).toBe("in_progress");
    const { runId } = await issue(id);
    expect(await dataOf(dashboard.api.get(`/runs/get?id=${runId}`))).toMatchObject({
      prompt: "Find out why the export is empty.",
    });
  });

  it("moves a card over the board, which others see at once", async () => {
    const id = await make("The invoice has no number");
    const [page, other] = [
      await dashboard.open("/p/demo/issues?view=board"),
      await dashboard.open("/p/demo/issues?view=board"),
    ];
    const inColumn = (where: Page, name: string) =>
      where.getByRole("region", { name }).locator(`[data-row="${id}"]`).waitFor();
    await choose(page, page.locator(`[data-row="${id}"]`));
    await press(page, "Shift+ArrowRight");
    await inColumn(page, "In progress");
    await inColumn(other, "In progress");
    await press(page, "3");
    await inColumn(other, "Resolved");
    await press(page, "Shift+ArrowLeft");
    await inColumn(other, "In progress");
    expect((await issue(id)).status).toBe("in_progress");
  });

  it("keeps the filters in the address, a priority without a state too", async () => {
    const urgent = await make("The shop is down", { priority: "critical" });
    // Another try expects one such issue, too.
    onTestFinished(async () => void (await dashboard.api.post("/issues/delete", { issueId: urgent })));
    const page = await dashboard.open("/p/demo/issues?priority=critical");
    await page.locator(`[data-row="${urgent}"]`).waitFor();
    expect(await page.locator("[data-row]").count()).toBe(1);
    await press(page, "/");
    await type(page, "shop");
    await expect.poll(() => new URL(page.url()).search).toBe("?priority=critical&search=shop");
    await page.locator(`[data-row="${urgent}"]`).waitFor();
    await page.keyboard.press("Escape");
    await press(page, "Shift+Escape");
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await expect.poll(() => page.locator("[data-row]").count()).toBeGreaterThan(1);
  });

  it("deletes the selected issues after a confirmation", async () => {
    const [one, two] = [await make("First to go"), await make("Second to go")];
    const page = await dashboard.open("/p/demo/issues");
    for (const id of [two, one]) {
      await choose(page, page.locator(`[data-row="${id}"]`));
      await press(page, "x");
    }
    const remove = page
      .getByRole("toolbar", { name: "Selected issues" })
      .getByRole("button", { name: "Delete for good" });
    await remove.press("Enter");
    await page.getByRole("heading", { name: "Delete 2 issues for good?" }).waitFor();
    await confirm(page);
    await page.getByText("2 issues are deleted.").waitFor();
    expect((await dashboard.api.get(`/issues/get?id=${one}`)).status).toBe(404);
    expect((await dashboard.api.get(`/issues/get?id=${two}`)).status).toBe(404);
  });

  it("edits an issue in place, keeps what is typed, and links a run", async () => {
    const id = await make("Titel");
    const name = uniqueName("The linked run ");
    const run = await startRun(dashboard.api, { name });
    const page = await dashboard.open(`/p/demo/issues/${id}`);
    await page.getByRole("heading", { name: "Titel" }).waitFor();
    await press(page, "i");
    await page.getByRole("textbox", { name: "Description" }).waitFor();
    await type(page, "It begins ");
    await page.keyboard.press("Escape");
    await page.getByText("not saved").waitFor();
    await page.reload();
    await page.getByText("not saved").waitFor();
    await press(page, "i");
    await page.getByRole("textbox", { name: "Description" }).press("End");
    await type(page, "here.");
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await issue(id)).description).toBe("It begins here.");
    await page.getByRole("textbox", { name: "Description" }).waitFor({ state: "detached" });
    // A title may not be empty: the field stays open and says so.
    await press(page, "t");
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await type(page, "Title");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await issue(id)).title).toBe("Title");
    await page.getByRole("heading", { level: 1, name: "Title" }).waitFor();
    await press(page, "u");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name }).press("Enter");
    await expect.poll(async () => (await issue(id)).runId).toBe(run.id);
    await expectAccessible(page);
  });

  it("starts a session, shows live what it does, and starts a review of its questions", async () => {
    const page = await dashboard.open("/p/demo/sessions");
    await press(page, "n");
    await type(page, "Look for slow queries.");
    await send(page);
    await page.waitForURL(/sessions\/is_/);
    const sessionId = new URL(page.url()).pathname.split("/").at(-1)!;
    const { job, api } = dashboard;
    await job.call("issueSession.updateProgress", { sessionId, progress: "Reading src/db" });
    await page.getByText("Reading src/db").waitFor();
    await job.call("issueSession.createIssuesFromJson", { sessionId, issues: [{ title: "A query without an index" }] });
    await page.getByRole("link", { name: "A query without an index" }).waitFor();
    await press(page, "t");
    await page.getByRole("textbox", { name: "Name" }).fill("Slow queries");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await dataOf(api.get(`/issue-sessions/get?id=${sessionId}`))).name)
      .toBe("Slow queries");
    await expectAccessible(page);
    await press(page, "q");
    await page.waitForURL(/reviews\/as_/);
    const answeringSessionId = new URL(page.url()).pathname.split("/").at(-1)!;
    const questions = [{ question: "Which database?", assumption: "The main one." }];
    await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions });
    await page.getByText("Which database?").waitFor();
  });

  it("walks through the issues of the list that one was opened from", async () => {
    const word = uniqueName("walked");
    await make(`First ${word}`);
    await make(`Second ${word}`);
    const page = await dashboard.open(`/p/demo/issues?search=${word}`);
    await expect.poll(() => page.locator("[data-row]").count()).toBe(2);
    await press(page, "j", "Enter");
    const heading = page.getByRole("heading", { level: 1 });
    await page.waitForURL(/issues\/issue_/);
    const opened = await heading.textContent();
    await press(page, "j");
    await expect.poll(() => heading.textContent()).not.toBe(opened);
    await press(page, "k");
    await expect.poll(() => heading.textContent()).toBe(opened);
    await page.goBack();
    await page.waitForURL(new RegExp(`search=${word}$`));
  });

  it("shows what the agent says in a session", async () => {
    const { job, api } = dashboard;
    const { id: sessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look for leaks." }));
    const sandboxPayload = { runtimeSandboxId: "leaks", status: "running" };
    const { id: sandboxId } = await job.call("issueSession.createSandbox", { sessionId, sandboxPayload });
    const page = await dashboard.open(`/p/demo/sessions/${sessionId}`);
    await page.getByText("Look for leaks.").last().waitFor();
    await press(page, "v");
    await page.getByText("No messages yet").waitFor();
    const said = { sandboxId, role: "assistant", content: "I read the sockets first.", timestamp: Date.now() };
    await job.call("message.store", said);
    await page.getByText("I read the sockets first.").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/p/demo/sessions/${sessionId}/transcript`);
    await expectAccessible(page);
  });

  it("moves a session to the trash", async () => {
    const { id } = await dataOf(dashboard.api.post("/issue-sessions/start", { prompt: "Look for nothing." }));
    const page = await dashboard.open("/p/demo/sessions");
    await choose(page, page.locator(`[data-row="${id}"]`));
    await press(page, "Shift+Delete");
    await page.getByText("An agent that still works is stopped.").waitFor();
    await confirm(page);
    await page.locator(`[data-row="${id}"]`).waitFor({ state: "detached" });
    expect((await dashboard.api.get(`/issue-sessions/get?id=${id}`)).status).toBe(404);
  });

  it("is accessible, fits a phone, and has no page errors", async () => {
    for (const address of ["issues", "issues?view=board", "sessions"]) {
      const page = await dashboard.open(`/p/demo/${address}`);
      await page.locator("[data-row]").first().waitFor();
      await press(page, "j");
      await expectAccessible(page);
    }
    expect(dashboard.pageErrors).toEqual([]);
  });
});
