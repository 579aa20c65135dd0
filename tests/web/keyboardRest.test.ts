// What is left to do by keyboard alone: keys and controls that lead, fold, filter and copy. Using a pointer is a page
// error.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf, areaPages } from "../../web/src/app/areas";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { follow, uniqueName, hasBrowser, narrow, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { choose, confirm, pick, press, reach, refusePointers, send, type } from "./keys";

describe.skipIf(!hasBrowser())("by keyboard alone", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    const steps = [
      { role: "designer", name: "Design" },
      { role: "checker", name: "Check" },
    ];
    workflowId = await createWorkflow(dashboard.api, { steps });
  });

  afterAll(async () => dashboard.end());

  async function open(at: string): Promise<Page> {
    const page = await dashboard.open(at);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await refusePointers(page);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  async function working(name: string) {
    const { id: runId, runNumber } = await startRun(dashboard.api, { workflowId, name });
    await dashboard.job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(dashboard.job, { runId, status: "running" });
    for (const [stepIndex, [role, step]] of [
      ["designer", "Design"] as const,
      ["checker", "Check"] as const,
    ].entries()) {
      const { id: stepId } = await dashboard.job.call("runStep.create", { runId, stepIndex, role, name: step });
      const status = stepIndex === 0 ? "completed" : "running";
      await dashboard.job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
      if (status === "completed") await dashboard.job.call("runStep.updateStatus", { stepId, status });
    }
    return { runId, sandboxId, address: `/p/demo/runs/${Number(runNumber)}` };
  }

  const say = async (sandboxId: string, content: string, more: object = {}): Promise<string> =>
    (
      await dashboard.job.call("message.store", {
        sandboxId,
        role: "assistant",
        content,
        timestamp: Date.now(),
        ...more,
      })
    ).id;
  const get = async (route: string) => await dataOf(dashboard.api.get(route));
  const make = async (route: string, body: object) => await dataOf(dashboard.api.post(route, body));
  const statusOf = async (runId: string): Promise<string> => (await get(`/runs/get?id=${runId}`)).status;
  const row = (page: Page, text: string) => page.locator("[data-row]").filter({ hasText: text });
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const has = (page: Page, part: string) => expect.poll(() => page.url()).toContain(part);

  it("goes to every page by its two keys, finds a command by its name, and lists all keys", async () => {
    const page = await open("/inbox");
    for (const { path, title, tab, key } of areaPages.filter((each) => each.key !== undefined)) {
      await press(page, `g ${key}`);
      await heading(page, path === "settings" ? tab! : title);
      await has(page, `/p/demo/${path}`);
    }
    await press(page, "g i");
    await heading(page, "Inbox");
    await press(page, "?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Go to", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    for (const [words, theme] of [
      ["dark theme", "dark"],
      ["light theme", "light"],
      ["theme system", null],
    ] as const) {
      await press(page, "Control+k");
      await type(page, words);
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe(theme);
    }
    await reach(page, page.getByRole("button", { name: "Demo", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio", { name: "Demo" }).press("Enter");
    await heading(page, "Runs");
    await press(page, "Control+k");
    await type(page, "sign out");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Switchyard" }).waitFor();
  });

  it("has one meaning for each key of a page", async () => {
    const { address } = await working(uniqueName("Meant "));
    const page = await open("/inbox");
    for (const at of [
      "/inbox",
      ...areaPages.map((each) => `/p/demo/${addressOf(each)}`),
      address,
      `${address}/diff`,
      `${address}/files`,
    ]) {
      await follow(page, at);
      await page.locator("main[aria-busy=false]").waitFor();
      const words = (await page.locator("html").getAttribute("data-keys"))?.split(" ") ?? [];
      expect([at, words.filter((word, place) => words.indexOf(word) !== place)]).toEqual([at, []]);
    }
  });

  it("reads a transcript: chooses, opens and links messages, and goes to both ends", async () => {
    const { address, sandboxId } = await working(uniqueName("Talks "));
    const first = await say(sandboxId, "The first word.");
    for (let place = 0; place < 60; place += 1) await say(sandboxId, `Message ${place}.\n\n- one\n- two`);
    const tool = { kind: "tool", title: "npm test", data: { kind: "execute", output: "all green", state: "done" } };
    const toolId = await say(sandboxId, "npm test", tool);
    const last = await say(sandboxId, "The last word.");
    const page = await open(`${address}?message=${last}`);
    const message = (id: string) => page.locator(`[data-message="${id}"]`);
    const isCurrent = (id: string) => expect.poll(() => message(id).getAttribute("aria-current")).toBe("true");
    await isCurrent(last);
    await press(page, "[");
    await isCurrent(toolId);
    await press(page, "o");
    await page.getByText("all green").waitFor();
    await press(page, "o");
    await page.getByText("all green").waitFor({ state: "detached" });
    await press(page, "y");
    await page.getByText("The link is copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    expect(page.url()).toContain(toolId);
    await press(page, "g g");
    await message(first).waitFor();
    await expect.poll(async () => await message(first).isVisible()).toBe(true);
    // Forwards, the focus would lead the page through all messages to the end, where there is nothing to jump to.
    await reach(page, page.getByRole("button", { name: "Jump to newest" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByText("The last word.").waitFor();
  });

  it("reads a diff backwards, folds its files, and chooses lines upwards", async () => {
    const { address, sandboxId } = await working(uniqueName("Differs "));
    const file = (name: string) =>
      `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-old\n+new\n@@ -40,2 +40,2 @@\n same\n-last\n+end\n`;
    await dashboard.job.call("sandbox.reportDiff", { sandboxId, diff: file("a.txt") + file("b.txt") });
    const page = await open(`${address}/diff`);
    const chosen = async () =>
      (await page.locator("[data-chosen]").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
    await page.getByRole("region", { name: "Changes" }).waitFor();
    await press(page, "]");
    await expect.poll(chosen).toEqual(["same"]);
    await press(page, "[");
    await expect.poll(chosen).toEqual(["old"]);
    await press(page, ".");
    await expect.poll(chosen).toEqual(["old"]);
    await press(page, "ArrowDown", "Shift+ArrowUp");
    await expect.poll(chosen).toEqual(["old", "new"]);
    await press(page, "ArrowUp", ",");
    const fold = page.getByRole("button", { name: "a.txt" }).and(page.locator("[aria-expanded]"));
    expect(await fold.getAttribute("aria-expanded")).toBe("true");
    await press(page, "o");
    await expect.poll(() => fold.getAttribute("aria-expanded")).toBe("false");
    await press(page, "f");
    await page.getByText("No files yet").waitFor();
  });

  it("stops a run in the inbox, and cancels and restarts one on its page", async () => {
    const [gentle, hard] = [uniqueName("Ends gently "), uniqueName("Ends now ")];
    const runs = [await working(gentle), await working(hard)];
    for (const { runId } of runs) await dashboard.job.call("run.updateStatus", { runId, status: "paused" });
    const page = await open("/inbox");
    await choose(page, row(page, gentle));
    await press(page, "s");
    await confirm(page);
    await expect.poll(async () => (await get(`/runs/get?id=${runs[0]!.runId}`)).stopAfterCurrentTurn).toBe(true);
    // In the inbox, as in every list, x selects.
    await choose(page, row(page, hard));
    await press(page, "x");
    await page.getByRole("checkbox", { name: hard }).and(page.locator(":checked")).waitFor();
    await follow(page, runs[1]!.address);
    await press(page, "x");
    await confirm(page);
    await expect.poll(() => statusOf(runs[1]!.runId)).toBe("cancelled");

    await press(page, "Shift+R");
    await pick(page, page.getByLabel("From"), "Step 2");
    await send(page);
    await expect.poll(() => statusOf(runs[1]!.runId)).toBe("pending");
    await follow(page, `${runs[1]!.address}/events`);
    await reach(page, page.getByLabel("Show message events"));
    await page.keyboard.press("Space");
    expect(await page.getByLabel("Show message events").isChecked()).toBe(true);
    // On a small window the task is folded from the beginning.
    await page.setViewportSize(narrow);
    await page.goto(`${dashboard.socketUrl}${runs[1]!.address}`);
    await reach(page, page.locator("summary", { hasText: "Task and origin" }));
    await page.keyboard.press("Enter");
    await page.locator("details[open]").waitFor({ state: "attached" });
  });

  it("filters runs and issues, leaves the board, and deletes an issue", async () => {
    const [title, prompt] = [uniqueName("Closed soon "), uniqueName("Look at locks ")];
    const { id: issueId } = await make("/issues/create", { title });
    await make("/issue-sessions/start", { prompt });
    const page = await open("/p/demo/runs");
    await pick(page, page.getByRole("combobox", { name: "Origin" }), "Work chain");
    await has(page, "source=work_chain");
    await reach(page, page.getByRole("button", { name: "Views" }));
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Save these filters" }).press("Enter");
    await reach(page, page.getByRole("button", { name: "Views" }));
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: /^Delete/ }).press("Enter");
    await press(page, "Shift+Escape");
    await page.getByRole("button", { name: "Views" }).waitFor({ state: "detached" });

    await press(page, "g b", "b", "b");
    await expect.poll(() => page.url()).not.toContain("view=board");
    await choose(page, row(page, title));
    await press(page, "4");
    await expect.poll(async () => (await get(`/issues/get?id=${issueId}`)).status).toBe("closed");
    await pick(page, page.getByRole("combobox", { name: "Priority" }), "High");
    await page.getByText("No issue matches").waitFor();
    await page.keyboard.press("Escape");
    await press(page, "Shift+Escape");
    await pick(page, page.getByRole("combobox", { name: "Issue session" }), "Look at");
    await has(page, "session=");
    await follow(page, `/p/demo/issues/${issueId}`);
    await press(page, "m");
    await type(page, "Mend the lock.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Mend the lock.").waitFor();
    await press(page, "Shift+Delete");
    await confirm(page);
    await heading(page, "Issues");
  });

  it("goes from review to review, and between the two sides of a session", async () => {
    const reviews: string[] = [];
    const sessions: string[] = [];
    for (const prompt of [uniqueName("Look at one "), uniqueName("Look at two ")]) {
      const { id: issueSessionId } = await make("/issue-sessions/start", { prompt });
      const { id: answeringSessionId } = await make("/answering-sessions", { issueSessionId });
      const questions = [{ question: `Is it so for ${prompt}?`, assumption: "It is." }];
      await dashboard.job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions });
      reviews.push(answeringSessionId);
      sessions.push(issueSessionId);
    }
    const page = await open("/p/demo/reviews");
    await page.locator("[data-row]").nth(1).waitFor();
    await press(page, "j", "j", "k");
    await press(page, "Enter");
    await page.getByText("Is it so for").waitFor();
    await press(page, "a");
    await press(page, "f");
    await press(page, "n");
    const next = reviews.find((id) => page.url().includes(id));
    expect(next).toBeDefined();
    await follow(page, `/p/demo/sessions/${sessions[0]}`);
    await press(page, "v");
    await has(page, "/transcript");
    await press(page, "v");
    await expect.poll(() => page.url()).not.toContain("/transcript");
    await press(page, "g d");
    await page.locator("[data-row]").nth(1).waitFor();
    await press(page, "j", "j", "k", "Enter");
    await page.waitForURL(/\/sessions\/\w+/);
  });

  it("goes up and down in every list, and finds skills, commands and scripts by words", async () => {
    const schedule = { frequency: "daily", timezone: "UTC", scheduledHour: 9, scheduledMinute: 5 };
    const issueIds: string[] = [];
    for (const title of [uniqueName("In a chain "), uniqueName("In a chain ")]) {
      issueIds.push((await make("/issues/create", { title })).id);
    }
    const chain = () => ({ issueIds: issueIds.splice(0, 1), workflowId, gitRepoUrl: "https://code.example/shop.git" });
    const lists: Record<string, [string, (name: string) => object]> = {
      chains: ["/work-chains/create", (title) => ({ title, ...chain() })],
      recurring: ["/recurring-tasks", (title) => ({ title, prompt: title, targetWorkflowId: workflowId, ...schedule })],
      contexts: ["/contexts", (name) => ({ name, content: name })],
      skills: ["/skills", (name) => ({ name })],
      commands: ["/commands", (name) => ({ name })],
      scripts: ["/scripts", (name) => ({ name, language: "shell" })],
      workflows: ["/workflows", (name) => ({ name, steps: [{ role: "designer", name: "Design" }] })],
      learnings: ["/learnings/create", (description) => ({ description })],
    };
    const page = await open("/inbox");
    for (const [at, [route, body]] of Object.entries(lists)) {
      const names = [uniqueName("walk-"), uniqueName("walk-")];
      for (const name of names) await make(route, body(name));
      await follow(page, `/p/demo/${at}`);
      await row(page, names[1]!).waitFor();
      const rows = await page
        .locator("[data-row]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("data-row")));
      await press(page, "j", "j", "k");
      const first = page.locator(`[data-row="${rows[0]}"]`);
      await expect.poll(() => first.getAttribute("aria-current")).not.toBeNull();
    }
    for (const at of ["skills", "commands", "scripts"]) {
      await follow(page, `/p/demo/${at}`);
      await row(page, "walk-").nth(1).waitFor();
      const name = (await row(page, "walk-").first().locator("a").first().innerText()).trim();
      await press(page, "/");
      await type(page, name);
      await expect.poll(() => page.locator("[data-row]").count()).toBe(1);
      await page.keyboard.press("Escape");
    }
    await follow(page, "/p/demo/chains");
    await press(page, "2");
    await has(page, "kind=sprint");
    await press(page, "1");
    await expect.poll(() => page.url()).not.toContain("kind=sprint");
    await press(page, "g l", "o");
    await heading(page, "Versions");
    await press(page, "o");
    await heading(page, "Learnings");
  });

  it("leaves texts as they are, chooses what is compiled, and deletes what agents know", async () => {
    const page = await open("/p/demo/contexts");
    const [name, command, script] = [uniqueName("Kept "), uniqueName("gone-"), uniqueName("gone-")];
    const { id } = await make("/contexts", { name, content: "The text." });
    await follow(page, `/p/demo/contexts/${id}`);
    await press(page, "w");
    await type(page, "Something else. ");
    await reach(page, page.getByRole("button", { name: "Show changes" }));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Back to editing" }).press("Enter");
    await reach(page, page.getByRole("button", { name: "Start over" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByLabel("Content").inputValue()).toBe("The text.");
    await press(page, "Escape");
    await page.getByRole("button", { name: "New version" }).waitFor();
    for (const [kind, name, more] of [
      ["commands", command, {}],
      ["scripts", script, { language: "shell" }],
    ] as const) {
      const { id } = await make(`/${kind}`, { name, ...more });
      await follow(page, `/p/demo/${kind}/${id}`);
      await press(page, "Shift+Delete");
      await confirm(page);
      await page.waitForURL(new RegExp(`/${kind}$`));
      await expect.poll(() => row(page, name).count()).toBe(0);
    }
    const { id: personaId } = await make("/personas/create", { name: uniqueName("Sleeps "), type: "designer" });
    await follow(page, `/p/demo/personas/${personaId}`);
    await press(page, "t");
    await page.getByRole("button", { name: "Enable" }).waitFor();
    await press(page, "t");
    await page.getByRole("button", { name: "Disable" }).waitFor();
  });

  it("edits steps upwards, and adds pull requests by their address", async () => {
    const page = await open(`/p/demo/workflows/${workflowId}`);
    await press(page, "j", "j", "k", "Enter");
    await page.locator("input:focus, textarea:focus, select:focus").first().waitFor();
    await page.keyboard.press("Escape");
    await press(page, "Alt+ArrowDown", "Alt+ArrowUp");
    await follow(page, "/p/demo/merging");
    await press(page, "n");
    const field = page.getByLabel("Address of another pull request");
    await reach(page, field);
    await type(page, "https://code.example/pull/12");
    await reach(page, page.getByRole("button", { name: "Add", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: /code\.example\/pull\/12/ }).waitFor();
    expect(await page.getByRole("checkbox", { name: /code\.example\/pull\/12/ }).isChecked()).toBe(true);
  });

  it("copies a secret that is shown once, without page errors", async () => {
    const page = await open("/p/demo/settings/keys");
    await press(page, "n");
    await type(page, uniqueName("Copied "));
    await pick(page, page.getByLabel("Access"), "Every");
    await reach(page, page.getByLabel("Expires"));
    await page.keyboard.type("01022030");
    await page.keyboard.press("Tab");
    await page.keyboard.type("0304");
    await send(page);
    await page.getByRole("button", { name: "Copy", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^svc_/);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
