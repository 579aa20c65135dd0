// Chains of both kinds: their progress live, and everything that can be done with them by keys.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, dataOf } from "../support/fixtures";
import { expectAccessible, expectVisible, uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { confirm, press, send } from "./keys";

const gitRepoUrl = "https://git.example.com/demo";

describe.skipIf(!hasBrowser())("the chains", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    workflowId = await createWorkflow(dashboard.api, { name: "Build" });
  });

  afterAll(async () => dashboard.end());

  const issue = async (title: string): Promise<string> =>
    (await dataOf(dashboard.api.post("/issues/create", { title }))).id as string;

  async function workChain(title: string, issues: string[]): Promise<string> {
    const issueIds = await Promise.all(issues.map(issue));
    const request = { title, issueIds, workflowId, gitRepoUrl };
    return (await dataOf(dashboard.api.post("/work-chains/create", request))).id as string;
  }

  const status = async (chain: string): Promise<string> =>
    (await dataOf(dashboard.api.get(`/work-chains/get?id=${chain}`))).status;

  const open = async (chain: string): Promise<Page> => {
    const page = await dashboard.open(`/p/demo/chains/${chain}`);
    await page.locator("[data-row]").first().waitFor();
    return page;
  };

  it("are not there at first", async () => {
    const page = await dashboard.open("/p/demo/chains");
    await expectVisible(page.getByRole("heading", { name: "No work chains yet" }));
    await press(page, "2");
    await expectVisible(page.getByRole("heading", { name: "No sprint chains yet" }));
  });

  it("are made of open issues in the order in which they were chosen", async () => {
    const [first, second] = [uniqueName("First"), uniqueName("Second")];
    await issue(first);
    await issue(second);
    const page = await dashboard.open("/p/demo/chains");
    await press(page, "n");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Both things");
    await dialog.getByRole("checkbox", { name: second }).press("Space");
    await dialog.getByRole("checkbox", { name: first }).press("Space");
    await dialog.getByLabel("Repository").fill(gitRepoUrl);
    await send(page);
    await page.getByRole("heading", { name: "Both things" }).waitFor();
    const rows = page.locator("[data-row]");
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.nth(0).textContent()).toContain(second);
    expect(await rows.nth(1).textContent()).toContain(first);
  });

  it("start with s, and show each issue's run and the progress as they happen", async () => {
    const { api, job } = dashboard;
    const chain = await workChain("Live", ["Alpha", "Beta"]);
    const page = await open(chain);
    await press(page, "s");
    await confirm(page);
    await expect.poll(() => status(chain)).toBe("running");
    const issues = (await dataOf(api.get(`/work-chains/get?id=${chain}`))).issueIds as string[];
    const run = { workflowId, prompt: "Go.", issueId: issues[0], status: "running" };
    const { id: runId } = await job.call("run.create", run);
    const first = page.locator("[data-row]").first();
    await first.getByText("Running").waitFor();
    await page.getByText("0 of 2").waitFor();
    await job.call("run.updateStatus", { runId, status: "completed" });
    await first.getByText("Completed").waitFor();
    await page.getByText("1 of 2").waitFor();
    await first.getByRole("link", { name: /^Run \d+$/ }).waitFor();
  });

  it("wait for the reader while their run does, in the list and on their page", async () => {
    const { api, job } = dashboard;
    const chain = await workChain("Asks", ["Epsilon"]);
    await api.post("/work-chains/start", { chainId: chain });
    const issues = (await dataOf(api.get(`/work-chains/get?id=${chain}`))).issueIds as string[];
    const run = { workflowId, prompt: "Go.", issueId: issues[0], status: "running" };
    const { id: runId } = await job.call("run.create", run);
    const { id: questionId } = await job.call("run.ask", { runId, key: "way", title: "Left or right?" });
    const page = await dashboard.open("/p/demo/chains");
    await page.locator(`[data-row="${chain}"] td:nth-child(2)`).getByText("Waits for you").waitFor();
    await page.goto(`${dashboard.socketUrl}/p/demo/chains/${chain}`);
    await expectVisible(page.getByText("Waits for you").first());
    await dataOf(api.post("/runs/questions/answer", { questionId, answer: "Left." }));
    await page.getByText("Waits for you").first().waitFor({ state: "detached" });
  });

  it("say why they stopped, and start again where they were", async () => {
    const { api, job } = dashboard;
    const chain = await workChain("Stops", ["Gamma"]);
    await api.post("/work-chains/start", { chainId: chain });
    const issues = (await dataOf(api.get(`/work-chains/get?id=${chain}`))).issueIds as string[];
    const run = { workflowId, prompt: "Go.", issueId: issues[0], status: "running" };
    const { id: runId } = await job.call("run.create", run);
    const page = await open(chain);
    await job.call("run.updateStatus", { runId, status: "failed", error: "The tests fail." });
    await page.getByText("The tests fail.").first().waitFor();
    await page.getByRole("button", { name: "Start again" }).waitFor();
    await press(page, "s");
    await confirm(page);
    await expect.poll(() => status(chain)).toBe("running");
  });

  it("are removed with shift and Delete, after a question", async () => {
    const chain = await workChain("Goes", ["Delta"]);
    const page = await open(chain);
    await press(page, "Shift+Delete");
    await page.getByRole("dialog").getByText("its issues are free").waitFor();
    await confirm(page);
    await expect.poll(() => page.url()).toMatch(/\/chains$/);
    expect((await dashboard.api.get(`/work-chains/get?id=${chain}`)).status).toBe(404);
  });

  it("of sprints are made from a range, shown sprint by sprint, and cancelled with x", async () => {
    const { api } = dashboard;
    const page = await dashboard.open("/p/demo/chains?kind=sprint");
    await press(page, "n");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What should be done in each sprint?").fill("Do what the board says.");
    await dialog.getByLabel("First sprint").fill("4");
    await dialog.getByLabel("Last sprint").fill("3");
    await dialog.getByLabel("Repository").fill(gitRepoUrl);
    await send(page);
    await dialog.getByRole("alert").filter({ hasText: "sprintRange" }).first().waitFor();
    await dialog.getByLabel("Last sprint").fill("6");
    await dialog.getByLabel("Start with sprint").fill("5");
    await send(page);
    await page.getByRole("heading", { name: "Do what the board says." }).waitFor();
    const rows = page.locator("[data-row]");
    await expect.poll(() => rows.allTextContents()).toEqual(["Sprint 4Skipped", "Sprint 5Pending", "Sprint 6Pending"]);
    const id = /sc_\w+/.exec(page.url())?.[0] ?? "";
    await press(page, "x");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel it" }).waitFor();
    await confirm(page);
    await expect.poll(async () => (await dataOf(api.get(`/sprint-chains/${id}`))).status).toBe("cancelled");
    await page.getByText("Cancelled").first().waitFor();
  });

  it("are accessible in both themes and sizes, without page errors", async () => {
    const chain = await workChain("A".repeat(200), ["B".repeat(300)]);
    const page = await dashboard.open("/p/demo/chains");
    for (const at of ["", "?kind=sprint", `/${chain}`]) {
      await page.goto(`${dashboard.socketUrl}/p/demo/chains${at}`);
      await page.locator("[data-row]").first().waitFor();
      await expectAccessible(page);
    }
    expect(dashboard.pageErrors).toEqual([]);
  });
});
