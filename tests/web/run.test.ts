// The page of a run: watched as its agent works, and led by keys alone.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { confirm, press, send, type } from "./keys";

describe.skipIf(!hasBrowser())("the page of a run", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    workflowId = await createWorkflow(dashboard.api, {
      steps: [
        { role: "designer", name: "Design" },
        { role: "checker", name: "Check" },
      ],
    });
  });

  afterAll(async () => dashboard.end());

  /** A run at work in a step with a sandbox of its own. */
  async function working(name: string) {
    const run = await startRun(dashboard.api, { workflowId, name });
    const { id: runId, runNumber } = run as { id: string; runNumber: number };
    await dashboard.job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(dashboard.job, { runId });
    const step = { runId, stepIndex: 0, role: "designer", name: "Design" };
    const { id: stepId } = await dashboard.job.call("runStep.create", step);
    await dashboard.job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
    return { runId, runNumber, sandboxId, stepId };
  }

  const say = (sandboxId: string, content: string, more: object = {}) =>
    dashboard.job.call("message.store", { sandboxId, role: "assistant", content, timestamp: Date.now(), ...more });

  const transcript = (page: Page) => page.getByRole("log", { name: "Transcript" });

  it("shows a message as it streams, and folds what lies between messages", async () => {
    const { runNumber, sandboxId } = await working("It streams");
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await page.getByText("The agent is about to start.").waitFor();
    const messageId = "streams";
    await dashboard.job.call("message.streamCreate", { sandboxId, messageId });
    for (const chunk of ["# First ", "part\n\nSome **bo", "ld** text", " and [a link](https://example.com/a)."]) {
      await dashboard.job.call("message.streamAppend", { sandboxId, messageId, chunk });
    }
    await transcript(page).getByRole("heading", { name: "First part" }).waitFor();
    await transcript(page).getByText("bold", { exact: true }).waitFor();
    expect(await transcript(page).locator("strong").textContent()).toBe("bold");
    expect(await transcript(page).locator("[aria-busy]").count()).toBe(1);
    await dashboard.job.call("message.streamFinalize", { sandboxId, messageId, finalContent: "The **final** text." });
    await transcript(page).getByText("final", { exact: true }).waitFor();
    await expect.poll(() => transcript(page).locator("[aria-busy]").count()).toBe(0);

    const output = "\u001B[31mred\u001B[0m line";
    await say(sandboxId, "npm test", {
      kind: "tool",
      title: "npm test",
      data: { kind: "execute", output, state: "failed" },
    });
    const tool = transcript(page).getByRole("button", { name: /npm test/ });
    await tool.waitFor();
    expect(await tool.textContent()).toContain("failed");
    expect(await page.getByText("red line").count()).toBe(0);
    await tool.press("Enter");
    await page.getByText("red line", { exact: true }).waitFor();
  });

  it("runs nothing and loads nothing of what agents write", async () => {
    const { runNumber, sandboxId } = await working("<img src=x onerror=alert(1)>");
    const hostile = [
      "<script>document.title = 'broken'</script>",
      '<img src="https://evil.example/a.png" onerror="document.title = \'broken\'">',
      "![picture](https://evil.example/b.png)",
      "[script](javascript:document.title='broken') [data](data:text/html,x) [file](file:///etc/passwd)",
      "[good](https://example.com/good) <https://example.com/auto>",
      "<a href='javascript:alert(1)'>html link</a> <style>body{display:none}</style>",
      "| <b>a</b> | b |\n| - | - |\n| <i onclick=alert(1)>1</i> | 2 |",
    ];
    for (const text of hostile) await say(sandboxId, text);
    await say(sandboxId, "x", {
      kind: "tool",
      title: "<svg onload=alert(1)>",
      data: { paths: ["<b>x</b>"], kind: "read" },
    });
    await say(sandboxId, "x", {
      kind: "plan",
      title: "Plan",
      data: { entries: [{ text: "<u>do</u>", state: "running" }] },
    });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await transcript(page).getByText("good", { exact: true }).waitFor();
    await transcript(page).getByText("<svg onload=alert(1)>").waitFor();
    expect(await transcript(page).locator("script, img, style, iframe, b, i, u").count()).toBe(0);
    const links = await transcript(page)
      .locator("a[target]")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(links.toSorted()).toEqual([
      "https://evil.example/b.png",
      "https://example.com/auto",
      "https://example.com/good",
    ]);
    expect(await page.title()).toContain("<img src=x onerror=alert(1)>");
  });

  it("pauses, resumes, stops, cancels and restarts by one key each", async () => {
    const { runId, runNumber } = await working("Led by keys");
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    const state = async () => (await dataOf(dashboard.api.get(`/runs/get?id=${runId}`))) as Record<string, unknown>;
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await press(page, "p");
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect((await state())["status"]).toBe("paused");
    await press(page, "p");
    await confirm(page);
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByText(/^Paused for \d+ m?s\.$/).waitFor();
    await press(page, "s");
    await confirm(page);
    await page.getByText("Stops after this turn").waitFor();
    await press(page, "x");
    await confirm(page);
    await page.getByRole("button", { name: "Restart" }).waitFor();
    expect((await state())["status"]).toBe("cancelled");

    await press(page, "Shift+R");
    const dialog = page.getByRole("dialog", { name: "Restart the run" });
    await dialog.getByLabel("Task").fill("Build it better.");
    await send(page);
    await expect.poll(async () => (await state())["attempt"]).toBe(2);
    expect(await state()).toMatchObject({ status: "pending", prompt: "Build it better." });
    await page.getByRole("button", { name: /Attempt 1, cancelled/ }).waitFor();

    await press(page, "n");
    await type(page, "Another name");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /Another name/ }).waitFor();
    await expect.poll(async () => (await state())["name"]).toBe("Another name");
  });

  it("sends what was written to the agent, and keeps a draft until then", async () => {
    const { runNumber, sandboxId } = await working("Listens");
    await say(sandboxId, "What shall I do?");
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await transcript(page).getByText("What shall I do?").waitFor();
    await press(page, "m");
    await type(page, "Use the small one.");
    await page.reload();
    const field = page.getByRole("textbox", { name: "Message to the agent" });
    await expect.poll(() => field.inputValue()).toBe("Use the small one.");
    await field.focus();
    await page.keyboard.press("Control+Enter");
    await transcript(page).locator("article", { hasText: "Use the small one." }).waitFor();
    expect(await field.inputValue()).toBe("");
    const sent = (await dataOf(dashboard.api.get(`/sandboxes/messages?id=${sandboxId}`))) as { content: string }[];
    expect(sent.filter(({ content }) => content === "Use the small one.")).toHaveLength(1);
  });

  it("opens a long transcript at its end, and leaves a reader of the past in peace", async () => {
    const { runNumber, sandboxId } = await working("It is long");
    const ids: string[] = [];
    for (let place = 0; place < 400; place += 10) {
      const stored = await Promise.all(
        Array.from({ length: 10 }, (_, more) => say(sandboxId, `Message ${place + more}.\n\n- one\n- two`)),
      );
      ids.push(...stored.map(({ id }) => id));
    }
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    const newest = transcript(page).locator(`[data-message="${ids.at(-1)}"]`);
    await newest.waitFor();
    const left = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY);
    await expect.poll(left).toBeLessThan(3);
    await say(sandboxId, "Still at the end.");
    await transcript(page).getByText("Still at the end.").waitFor();
    await expect.poll(left).toBeLessThan(3);

    await page.mouse.move(900, 400);
    await page.mouse.wheel(0, -900);
    await page.getByRole("button", { name: "Jump to newest" }).waitFor();
    const place = () => page.evaluate(() => window.scrollY);
    // Rows above are measured as they come into sight, until the page rests.
    let before = -1;
    const isAtRest = async () => before === (before = await place());
    await expect.poll(isAtRest).toBe(true);
    await say(sandboxId, "Nobody looks.");
    await page.getByRole("button", { name: "1 new" }).waitFor();
    expect(await place()).toBe(before);
    await press(page, "Shift+G");
    await transcript(page).getByText("Nobody looks.").waitFor();

    await page.goto(`${dashboard.socketUrl}/p/demo/runs/${runNumber}?message=${ids[3]}`);
    const old = transcript(page).locator(`[data-message="${ids[3]}"]`);
    await old.waitFor();
    await expect.poll(() => old.getAttribute("aria-current")).toBe("true");
    await expect.poll(async () => (await old.boundingBox())?.y ?? -1).toBeGreaterThan(80);
    expect(await page.locator("*").count()).toBeLessThan(1_500);
    await press(page, "]");
    await expect.poll(() => page.url()).not.toContain(ids[3]);
  });

  it("finds messages by words, also those that were not loaded, and leads through them by keys", async () => {
    const { runNumber, sandboxId } = await working("It is searched");
    const word = uniqueName("needle");
    await say(sandboxId, `The first ${word}.`);
    for (let index = 0; index < 130; index++) await say(sandboxId, `Hay ${index}.`);
    await say(sandboxId, "npm test", { kind: "tool", title: "npm test", data: { output: `Failed: the ${word}` } });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await transcript(page).getByText("npm test").waitFor();
    await press(page, "/");
    await type(page, word);
    const search = page.getByRole("search", { name: "Search this transcript" });
    await search.getByText("2 found").waitFor();
    await page.keyboard.press("Enter");
    await search.getByText("2 of 2").waitFor();
    // The tool call was folded.
    await transcript(page).getByText(`Failed: the ${word}`).waitFor();
    await page.keyboard.press("Enter");
    await search.getByText("1 of 2").waitFor();
    await transcript(page).getByText(`The first ${word}.`).waitFor();
    await expect
      .poll(() =>
        transcript(page)
          .getByText(`The first ${word}.`)
          .evaluate((row) => row.getBoundingClientRect().top),
      )
      .toBeLessThan(700);
    await page.keyboard.press("Shift+Enter");
    await search.getByText("2 of 2").waitFor();
    await expectAccessible(page);
    await search.getByRole("searchbox").fill("no such word");
    await search.getByText("No message matches").waitFor();
    await page.keyboard.press("Escape");
    await search.waitFor({ state: "detached" });
  });

  it("exports the whole run as lines of JSON", async () => {
    const { runId, runNumber, sandboxId } = await working("To keep");
    const item = { key: "check/build", kind: "check", title: "build has failed", text: "not ok 1" };
    await dashboard.job.call("run.reportFeedback", { runId, items: [item] });
    await say(sandboxId, "A word.");
    const messageId = "unfinished";
    await dashboard.job.call("message.streamCreate", { sandboxId, messageId });
    await dashboard.job.call("message.streamAppend", { sandboxId, messageId, chunk: "Half a " });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await page.getByRole("button", { name: "Pause" }).waitFor();
    const begun = page.waitForEvent("download");
    await press(page, "Shift+D");
    const file = await begun;
    expect(file.suggestedFilename()).toBe(`demo-run-${runNumber}.jsonl`);
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; content?: string });
    expect([...new Set(lines.map(({ kind }) => kind))]).toEqual([
      "run",
      "step",
      "feedback",
      "sandbox",
      "message",
      "event",
    ]);
    const texts = lines.flatMap(({ kind, content }) => (kind === "message" ? [content] : []));
    expect(texts).toEqual(["A word.", "Half a "]);
  });

  it("leads to the next and previous run of the list that was opened", async () => {
    const word = uniqueName("Neighbour");
    const first = await working(`${word} one`);
    await startRun(dashboard.api, { workflowId, name: "Something else" });
    const second = await working(`${word} two`);
    const page = await dashboard.open(`/p/demo/runs?search=${word}`);
    await page.getByRole("link", { name: `${word} two` }).click();
    await page.getByRole("heading", { name: `${word} two` }).waitFor();
    await press(page, "j");
    await page.getByRole("heading", { name: `${word} one` }).waitFor();
    expect(page.url()).toBe(`${dashboard.socketUrl}/p/demo/runs/${first.runNumber}`);
    await press(page, "k");
    await page.getByRole("heading", { name: `${word} two` }).waitFor();
    expect(page.url()).toBe(`${dashboard.socketUrl}/p/demo/runs/${second.runNumber}`);
  });

  it("stops its clock while the run waits for a retry, and says until when", async () => {
    const { api, job } = dashboard;
    const { id: runId, runNumber } = await startRun(api, { workflowId, name: uniqueName("Deferred ") });
    const runnerId = "defers";
    const claim = () => job.call("job.claim", { runnerId, kinds: ["run.execute"] });
    let held = await claim();
    // The jobs of the other tests come first.
    while (held.runId !== runId) held = await claim();
    await job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(job, { runId });
    const step = { runId, stepIndex: 0, role: "designer", name: "Design" };
    const { id: stepId } = await job.call("runStep.create", step);
    await job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await page.getByRole("button", { name: /Design.*Running/ }).waitFor();
    const until = Date.now() + 3_600_000;
    await job.call("job.defer", { jobId: held.id, runnerId, until, reason: "Too many requests." });
    await transcript(page)
      .getByText(/Retries at .*: Too many requests\./)
      .waitFor();
    await page.getByText("Waits until").waitFor();
    await page.getByRole("button", { name: /Design.*Waiting/ }).waitFor();
    const shown = async () => [
      await page.locator("dl div", { hasText: "Worked" }).first().textContent(),
      await page.getByRole("button", { name: /Design.*Waiting/ }).textContent(),
    ];
    await page.getByText("Queued").waitFor();
    // The spans in which nobody worked are read from the log, some time after the state has changed. A clock that does
    // not stop shows another time in each look.
    const stands = async () => {
      const before = await shown();
      await page.waitForTimeout(3_000);
      return JSON.stringify(await shown()) === JSON.stringify(before);
    };
    await expect.poll(stands).toBe(true);
  });

  it("is accessible in both themes and sizes, without page errors", async () => {
    const { runId, runNumber, sandboxId, stepId } = await working("Everything at once");
    await say(sandboxId, "# Title\n\nText with `code`.\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |");
    await say(sandboxId, "A thought", { kind: "thought" });
    await say(sandboxId, "x", { kind: "plan", title: "Plan", data: { entries: [{ text: "Do", state: "done" }] } });
    await say(sandboxId, "Careful", { kind: "notice", title: "The policy refused a permission", role: "system" });
    await dashboard.job.call("run.ask", { runId, key: "way", title: "Which way?", options: ["Left", "Right"] });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}?step=${stepId}`);
    await page.getByRole("button", { name: /Left/ }).waitFor();
    await transcript(page).getByText("Careful").waitFor();
    await expectAccessible(page);
    await press(page, "v");
    await page.getByText("Asks: Which way?").waitFor();
    await expectAccessible(page);
    await press(page, "t", "2");
    await page.getByText("Answered with “Right”: Which way?").waitFor();
    expect(dashboard.pageErrors).toEqual([]);
  });
});
