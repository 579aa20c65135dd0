// What members, admins and owners do by keyboard alone, where no other test does it: a pointer that touches the page
// is an error.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { follow, uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { choose, confirm, pick, press, reach, refusePointers, send, type } from "./keys";

const people = { member: "member@example.com", admin: "admin@example.com", owner: undefined };

describe.skipIf(!hasBrowser())("by keyboard alone", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    workflowId = await createWorkflow(dashboard.api);
    for (const role of ["member", "admin"] as const) {
      await dataOf(dashboard.api.post("/project/members/invite", { email: people[role], role }));
    }
  });

  afterAll(async () => dashboard.end());

  async function open(at: string, role: keyof typeof people): Promise<Page> {
    const email = people[role];
    const page = await dashboard.open(at, email === undefined ? {} : { email });
    await refusePointers(page);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  async function running(name: string): Promise<{ runId: string; runNumber: number }> {
    const { id: runId, runNumber } = await startRun(dashboard.api, { workflowId, name });
    await dashboard.job.call("run.updateStatus", { runId, status: "running" });
    return { runId, runNumber: Number(runNumber) };
  }

  const ask = async (runId: string, question: object): Promise<string> =>
    (await dashboard.job.call("run.ask", { runId, key: "way", ...question })).id;
  const get = async (route: string) => await dataOf(dashboard.api.get(route));
  const statusOf = async (runId: string): Promise<string> => (await get(`/runs/get?id=${runId}`)).status;
  const questionOf = async (id: string, status: string): Promise<{ answer: unknown } | undefined> =>
    ((await get(`/runs/questions?status=${status}&limit=50`)) as { id: string; answer: unknown }[]).find(
      (question) => question.id === id,
    );
  const notice = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text).first().waitFor();
  const row = (page: Page, text: string) => page.locator("[data-row]").filter({ hasText: text });

  it("a member answers from the inbox, and undoes a dismissal", async () => {
    const [free, form, none] = [uniqueName("Which name? "), uniqueName("How many? "), uniqueName("Is it urgent? ")];
    const { runId } = await running(uniqueName("Asks "));
    const freeId = await ask(runId, { key: "free", title: free });
    const schema = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };
    const formId = await ask(runId, { key: "form", title: form, schema });
    const noneId = await ask(runId, { key: "none", title: none, options: ["Yes", "No"] });
    const page = await open("/inbox", "member");

    await choose(page, row(page, free));
    await press(page, "a");
    await type(page, "Switch");
    await page.keyboard.press("Escape");
    await press(page, "a");
    await type(page, "yard");
    await page.keyboard.press("Control+Enter");
    await notice(page, `Answered with “Switchyard”: ${free}`);
    await expect.poll(async () => (await questionOf(freeId, "answered"))?.answer).toBe("Switchyard");

    await choose(page, row(page, form));
    await press(page, "a");
    await type(page, "12");
    await page.keyboard.press("Enter");
    await notice(page, `Answered with your answer: ${form}`);
    await expect.poll(async () => (await questionOf(formId, "answered"))?.answer).toEqual({ count: 12 });

    await choose(page, row(page, none));
    await press(page, "N");
    await row(page, none).waitFor({ state: "detached" });
    await press(page, "z");
    await choose(page, row(page, none));
    expect(await questionOf(noneId, "waiting")).toBeDefined();
    await press(page, "e");
    await row(page, none).waitFor({ state: "detached" });
    await expect.poll(() => page.title()).toBe("Inbox · Switchyard");
    await page.getByRole("status").getByRole("button", { name: "Undo" }).press("Enter");
    await choose(page, row(page, none));
    await expect.poll(() => page.title()).toContain("(1)");
    // Nobody takes it back, so it is sent.
    await press(page, "N");
    await expect.poll(async () => await questionOf(noneId, "dismissed")).toBeDefined();
  });

  it("a member deals with runs in the inbox, and opens what needs a closer look", async () => {
    const { api, job } = dashboard;
    const [paused, failed, ready] = [uniqueName("Paused "), uniqueName("Failed "), uniqueName("Ready ")];
    const { runId: pausedId } = await running(paused);
    await job.call("run.updateStatus", { runId: pausedId, status: "paused" });
    const { runId: failedId } = await running(failed);
    await job.call("run.updateStatus", { runId: failedId, status: "failed", error: "No disk." });
    const { runId: readyId } = await running(ready);
    const prUrl = "https://code.example/pull/7";
    await job.call("run.updatePr", { runId: readyId, prUrl, prStatus: "open", prNumber: 7 });
    await job.call("run.updateCiChecks", { runId: readyId, status: "success", checks: [] });
    const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
    const { id: answeringSessionId } = await dataOf(api.post("/answering-sessions", { issueSessionId }));
    const questions = [{ question: "Is it so?", assumption: "It is." }];
    await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions });
    const page = await open("/inbox", "member");

    await choose(page, row(page, paused));
    await press(page, "p");
    await confirm(page);
    await row(page, paused).waitFor({ state: "detached" });
    await expect.poll(() => statusOf(pausedId)).toBe("running");
    await choose(page, row(page, failed));
    await press(page, "r");
    await confirm(page);
    await expect.poll(() => statusOf(failedId)).toBe("pending");
    await page.context().route("https://code.example/**", async (route) => route.fulfill({ body: "A pull request" }));
    await choose(page, row(page, ready));
    const opened = page.context().waitForEvent("page");
    await press(page, "o");
    expect((await opened).url()).toBe(prUrl);
    await page.bringToFront();
    // The first item can be opened before any is chosen.
    await press(page, "e");
    await row(page, ready).waitFor({ state: "detached" });
    await page.reload();
    await row(page, "Is it so?").or(row(page, "Look.")).first().waitFor();
    await press(page, "Enter");
    await page.waitForURL(/\/(reviews|runs)\//);
  });

  it("a member works on several runs at once", async () => {
    const word = uniqueName("Together");
    const made = [await running(`${word} one`), await running(`${word} two`)];
    const states = async () => await Promise.all(made.map(({ runId }) => statusOf(runId)));
    const page = await open(`/p/demo/runs?search=${word}`, "member");
    await expect.poll(() => page.locator("[data-row]").count()).toBe(2);
    await press(page, "j", "x", "j", "x");
    await page.getByText("2 selected").waitFor();
    await press(page, "Escape");
    await page.getByText("2 selected").waitFor({ state: "detached" });
    for (const [key, done, status] of [
      ["p", "2 runs paused.", "paused"],
      ["u", "2 runs resumed.", "running"],
      ["Delete", "2 runs cancelled.", "cancelled"],
      ["r", "2 runs restarted.", "pending"],
    ] as const) {
      await press(page, "X", key);
      await confirm(page);
      await notice(page, done);
      expect(await states()).toEqual([status, status]);
    }
    await press(page, "X", "Delete");
    await confirm(page);
    await page.getByRole("toolbar", { name: "Selected runs" }).waitFor({ state: "detached" });
    expect(await states()).toEqual(["cancelled", "cancelled"]);
    await press(page, "X", "Shift+Delete");
    await confirm(page);
    await notice(page, "2 runs moved to the trash.");

    await press(page, "Shift+Escape");
    await reach(page, page.getByRole("button", { name: "State: Any state" }));
    await page.keyboard.press("Enter");
    await reach(page, page.getByRole("checkbox", { name: "Pending" }));
    for (const key of ["Space", "Escape"]) await page.keyboard.press(key);
    await expect.poll(() => page.url()).toContain("status=pending");
    await reach(page, page.getByRole("button", { name: "Views" }));
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Save these filters" }).press("Enter");
    await press(page, "Shift+Escape");
    await reach(page, page.getByRole("button", { name: "Views" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Pending", exact: true }).press("Enter");
    await expect.poll(() => page.url()).toContain("status=pending");
  });

  it("a member reads the files of a run and chooses lines, restarts it, and moves it to the trash", async () => {
    const { runId, runNumber } = await running(uniqueName("Files "));
    const sandboxId = await createSandbox(dashboard.job, { runId });
    const files = [{ path: "src/total.ts", content: "one\ntwo\nthree\nfour\n" }];
    await dashboard.job.call("sandbox.reportFiles", { sandboxId, files });
    const page = await open(`/p/demo/runs/${runNumber}`, "member");
    await press(page, "f");
    await choose(page, row(page, "src"));
    await press(page, "Enter");
    await choose(page, row(page, "total.ts"));
    await press(page, "Enter");
    await page.getByRole("region", { name: "Content" }).waitFor();
    await press(page, "ArrowDown", "ArrowDown", "Shift+ArrowDown");
    await expect.poll(() => page.url()).toContain("lines=2-3");
    await press(page, "ArrowUp");
    await expect.poll(() => page.url()).toMatch(/lines=1(&|$)/);
    await press(page, "u");
    await row(page, "total.ts").waitFor();

    await press(page, "x");
    await confirm(page);
    await expect.poll(() => statusOf(runId)).toBe("cancelled");
    await press(page, "r");
    await confirm(page);
    await expect.poll(() => statusOf(runId)).toBe("pending");
    await press(page, "x");
    await confirm(page);
    await expect.poll(() => statusOf(runId)).toBe("cancelled");
    await press(page, "Shift+Delete");
    await confirm(page);
    await notice(page, "The run is in the trash.");
    await page.waitForURL(/\/runs$/);
  });

  it("a member changes and removes a comment on a diff", async () => {
    const { runId, runNumber } = await running(uniqueName("Comments "));
    const sandboxId = await createSandbox(dashboard.job, { runId, status: "running" });
    const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n";
    await dashboard.job.call("sandbox.reportDiff", { sandboxId, diff });
    const page = await open(`/p/demo/runs/${runNumber}`, "member");
    await press(page, "d");
    await page.getByRole("region", { name: "Changes" }).waitFor();
    await press(page, "ArrowDown", "Enter");
    await type(page, "Why");
    await page.keyboard.press("Control+Enter");
    await reach(page, page.getByRole("button", { name: "Edit" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await type(page, " so?");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Why so?").waitFor();
    await reach(page, page.getByRole("button", { name: "Remove" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByText("Why so?").count()).toBe(0);
  });

  it("a member moves over the board, and discards several sessions", async () => {
    const [first, done] = [uniqueName("To do "), uniqueName("Done ")];
    await dataOf(dashboard.api.post("/issues/create", { title: first }));
    const { id } = await dataOf(dashboard.api.post("/issues/create", { title: done }));
    await dataOf(dashboard.api.post("/issues/update", { issueId: id, status: "resolved" }));
    const page = await open("/p/demo/issues", "member");
    await press(page, "b");
    await choose(page, row(page, first));
    const current = (title: string) => expect.poll(() => row(page, title).getAttribute("aria-current")).not.toBeNull();
    await press(page, "l");
    await current(done);
    await press(page, "h");
    await current(first);

    const ids: string[] = [];
    for (const prompt of ["Look here.", "Look there."]) {
      ids.push((await dataOf(dashboard.api.post("/issue-sessions/start", { prompt }))).id);
    }
    await press(page, "g d");
    for (const id of ids.toReversed()) {
      await choose(page, page.locator(`[data-row="${id}"]`));
      await press(page, "x");
    }
    await page.getByText("2 selected").waitFor();
    await press(page, "Shift+Delete");
    await confirm(page);
    for (const id of ids) await page.locator(`[data-row="${id}"]`).waitFor({ state: "detached" });
  });

  it("a member finds and changes what agents know", async () => {
    const { api } = dashboard;
    const word = uniqueName("zebra");
    for (const name of [`${word} rules`, uniqueName("Other ")]) await dataOf(api.post("/contexts", { name }));
    const page = await open("/p/demo/contexts", "member");
    await page.locator("[data-row]").nth(1).waitFor();
    await press(page, "/");
    await type(page, `RULES ${word}`);
    await expect.poll(() => page.locator("[data-row]").count()).toBe(1);
    await expect.poll(() => page.url()).toContain("search=");
    await page.keyboard.press("Escape");
    await press(page, "j", "Enter");
    await page.getByRole("heading", { level: 1, name: `${word} rules` }).waitFor();
    await press(page, "m");
    await page.keyboard.press("End");
    await type(page, " again");
    await send(page);
    await page.getByRole("heading", { level: 1, name: `${word} rules again` }).waitFor();
    await press(page, "Shift+Delete");
    await confirm(page);
    await notice(page, `“${word} rules again” is in the trash.`);

    // A skill is begun in its text. A new file is begun in its path, and one that goes leaves the focus in the text.
    await press(page, "g k", "n");
    await type(page, uniqueName("Folding"));
    await send(page);
    await page.getByRole("button", { name: "SKILL.md" }).waitFor();
    await type(page, "# How to fold");
    expect(await page.getByLabel("Content").inputValue()).toBe("# How to fold");
    await reach(page, page.getByRole("button", { name: "Add a file" }));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "file-1.md" }).waitFor();
    await page.keyboard.press("Control+a");
    await type(page, "crane.md");
    expect(await page.getByLabel("Path").inputValue()).toBe("crane.md");
    await reach(page, page.getByRole("button", { name: "Remove this file" }));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "crane.md" }).waitFor({ state: "detached" });
    await page.keyboard.press("End");
    await type(page, ".");
    await press(page, "Control+Enter");
    await notice(page, /Version 1 is published/);

    for (const [at, content] of [
      ["g o", "Do it."],
      ["g y", "echo done"],
    ] as const) {
      await press(page, at, "n");
      await type(page, uniqueName("do-it-"));
      await send(page);
      await page.getByRole("heading", { level: 1, name: /^.*do-it-/ }).waitFor();
      await type(page, content);
      await press(page, "Control+Enter");
      await notice(page, /Version 1 is published/);
      await page.getByText(content).waitFor();
    }
  });

  it("a member disables, copies and deletes personas in the list, and decides about all learnings", async () => {
    const { api } = dashboard;
    const [one, two] = [uniqueName("Persona "), uniqueName("Persona ")];
    for (const name of [one, two]) await dataOf(api.post("/personas/create", { name, type: "designer" }));
    const page = await open("/p/demo/personas", "member");
    await choose(page, row(page, one));
    await press(page, "t");
    await row(page, one).getByText("Disabled", { exact: true }).waitFor();
    await press(page, "D");
    await page.getByRole("heading", { level: 1, name: `${one} (copy)` }).waitFor();
    await press(page, "g p");
    for (const name of [two, `${one} (copy)`]) {
      await choose(page, row(page, name).first());
      await press(page, "x");
    }
    await page.getByText("2 selected").waitFor();
    await press(page, "Shift+Delete");
    await confirm(page);
    await row(page, two).waitFor({ state: "detached" });
    expect((await get("/personas/list")) as unknown[]).toHaveLength(1);

    for (const description of ["Carrots are orange.", "Peas are green."]) {
      await dataOf(api.post("/learnings/create", { description }));
    }
    await press(page, "g l");
    await page.locator("[data-row]").nth(1).waitFor();
    await press(page, "X");
    await page.getByText("2 selected").waitFor();
    await press(page, "a");
    await notice(page, "2 learnings are approved.");
    await press(page, "p");
    await expect.poll(async () => (await get("/learnings/stats")).byStatus.pending).toBe(1);
  });

  it("an admin manages people, keys and settings", async () => {
    const email = `${uniqueName("ann")}@example.com`;
    const page = await open("/p/demo/settings/members", "admin");
    await press(page, "i");
    await type(page, email);
    await send(page);
    await notice(page, `${email} becomes a member`);
    await reach(page, page.getByRole("combobox", { name: `Role of ${email}` }));
    await page.keyboard.type("a");
    await page.keyboard.press("Enter");
    await notice(page, `${email} is changed.`);
    await reach(page, page.getByRole("button", { name: `Remove ${email}` }));
    await page.keyboard.press("Enter");
    await confirm(page);
    await notice(page, `${email} is removed.`);

    const name = uniqueName("Robot");
    await follow(page, "/p/demo/settings/keys");
    await press(page, "n");
    await type(page, name);
    await pick(page, page.getByLabel("Access"), "Read");
    await send(page);
    await reach(page, page.getByRole("button", { name: "I have saved it" }));
    await page.keyboard.press("Enter");
    await reach(page, page.getByRole("button", { name: `Revoke ${name}` }));
    await page.keyboard.press("Enter");
    await confirm(page);
    await notice(page, `${name} is revoked.`);

    await follow(page, "/p/demo/settings/provider-keys");
    await press(page, "n");
    await type(page, "sk-secret-1234");
    await send(page);
    await notice(page, "The key of anthropic is set.");
    await reach(page, page.getByRole("button", { name: "Remove the key of anthropic" }));
    await page.keyboard.press("Enter");
    await confirm(page);
    await notice(page, "The key of anthropic is removed.");

    await follow(page, "/p/demo/settings/agents");
    await reach(page, page.getByLabel("In every run"));
    await type(page, "Write tests first.");
    await reach(page, page.getByRole("button", { name: "Save" }));
    await page.keyboard.press("Enter");
    await notice(page, "Saved.");

    await follow(page, "/p/demo/settings");
    await reach(page, page.getByLabel("Name"));
    await type(page, "Demo");
    await page.keyboard.press("Enter");
    await notice(page, "The project is saved.");
    const token = uniqueName("Machine ");
    await dataOf(dashboard.api.post("/project/runner-tokens/generate", { name: token }));
    await follow(page, "/p/demo/settings/runner-tokens");
    await reach(page, page.getByRole("button", { name: `Revoke ${token}` }));
    await page.keyboard.press("Enter");
    await confirm(page);
    await notice(page, `${token} is revoked.`);

    await follow(page, "/p/demo/usage");
    await reach(page, page.getByRole("combobox", { name: "Period" }));
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => page.url()).toContain("period=");
  });

  it("an owner makes a runner token, and deletes the project", async () => {
    const page = await open("/p/demo/settings/runner-tokens", "owner");
    await press(page, "n");
    await type(page, uniqueName("Own machine"));
    await send(page);
    await reach(page, page.getByRole("button", { name: "I have saved it" }));
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(dashboard.pageErrors).toEqual([]);
    await follow(page, "/p/demo/settings");
    await reach(page, page.getByRole("button", { name: "Delete Demo" }));
    await page.keyboard.press("Enter");
    await confirm(page);
    await page.getByRole("heading", { name: "You are not in a project yet" }).waitFor();
    expect(dashboard.pageErrors).toEqual([]);
  });
});
