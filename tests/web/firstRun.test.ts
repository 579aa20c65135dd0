// The guide of a project without a completed run: from an empty project to a finished run, with the runner that its
// command starts and the demo agent.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { dataOf } from "../support/fixtures";
import { git } from "../support/gitOrigin";
import { expectAccessible, expectVisible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press } from "./keys";

describe.skipIf(!hasBrowser())("the guide for a first run", () => {
  let dashboard: Dashboard;
  let folder: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await dataOf(dashboard.api.post("/project/update", { gitRepoUrl: null }));
    folder = mkdtempSync(path.join(tmpdir(), "switchyard-first-"));
    const author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];
    git(folder, "init", "--quiet", "--initial-branch=trunk", "shop");
    writeFileSync(path.join(folder, "shop/README.md"), "A shop.\n");
    git(path.join(folder, "shop"), "add", ".");
    git(path.join(folder, "shop"), ...author, "commit", "--quiet", "-m", "begin");
  });

  afterAll(async () => {
    await dashboard?.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const step = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

  /** Runs what the page says, with a folder of the test's own. */
  function runInTerminal(command: string): ChildProcess {
    const { PATH, HOME } = process.env;
    const own = `--folder '${path.join(folder, "runner")}'`;
    const line = command.includes(" -- ") ? `${command} ${own}` : `${command} -- ${own}`;
    const env = { PATH, HOME, SERVICE_DATA_DIR: dashboard.dataDirectory };
    const child = spawn("sh", ["-c", line], { cwd: rootDirectory, env, stdio: "ignore", detached: true });
    onTestFinished(async () => {
      if (child.pid === undefined || child.exitCode !== null) return;
      process.kill(-child.pid, "SIGTERM");
      await once(child, "exit");
    });
    return child;
  }

  it("refuses an address that means nothing to a runner while it is typed, and makes a command with a token", async () => {
    const page = await dashboard.open("/inbox");
    await expectVisible(page.getByRole("heading", { name: "The first run of Demo" }));
    await page.getByLabel("Agent").selectOption({ label: "Codex" });
    await expectVisible(page.getByText("npm install --global @agentclientprotocol/codex-acp"));
    const repository = step(page, "Name a repository");
    await repository.getByLabel("Repository").fill("~/shop");
    await expectVisible(repository.getByText("write the whole path, such as /home/me/shop"));
    expect(await repository.getByRole("button", { name: "Check" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "The runner is on another machine" }).click();
    await page.getByRole("button", { name: "Create the command" }).click();
    const command = page.getByText(/^SWITCHYARD_RUNNER_TOKEN=svc_runner_\w+ npm run runner -- /);
    await expectVisible(command);
    expect(await command.textContent()).toContain(`--url ${dashboard.httpUrl}`);
    const tokens = (await dashboard.api.get("/project/runner-tokens")).body.data;
    expect(tokens).toMatchObject([{ name: "First runner", isValid: true }]);
    await repository.getByLabel("Repository").fill("");
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("leads from an empty project to a finished run, ticks off what happens, and is gone for good", async () => {
    const shop = path.join(folder, "shop");
    const page = await dashboard.open("/inbox");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use this: Build and check" }).click();
    await expectVisible(step(page, "Choose a workflow, done").getByText("Build → Check"));
    const [workflow] = (await dashboard.api.get("/workflows")).body.data;
    expect(workflow.steps.every(({ instructions }: { instructions: string }) => instructions.length > 100)).toBe(true);

    await page.getByLabel("Repository").fill(shop);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expectVisible(page.getByText("A runner checks it as soon as one is connected."));
    await page.getByLabel("Agent").selectOption({ label: "None yet: only pretend, to see how it works" });
    const command = await page.getByText(/^npm run runner/).textContent();
    expect(command).toBe(`npm run runner -- --local-repositories ${shop}`);
    runInTerminal(command ?? "");
    await expectVisible(step(page, "Connect a runner, done").getByText("Connected"));
    await expectVisible(step(page, "Name a repository, done").getByText("Runs begin at trunk, its default branch"));
    // The check was its first job of the project, so the guide can say who it is.
    await expectVisible(step(page, "Connect a runner, done").getByText(/^\S+, with demo$/));
    await expect.poll(async () => (await dataOf(dashboard.api.get("/project"))).gitRepoUrl).toBe(shop);
    await expectAccessible(page);

    // What was typed in the guide is kept, and does not undo what somebody has chosen in the settings since.
    await dataOf(dashboard.api.post("/project/update", { gitRepoUrl: "https://example.com/other.git" }));
    await page.reload();
    await expectVisible(step(page, "Name a repository, done").getByText("Runs begin at trunk, its default branch"));
    await page.locator("main[aria-busy=false]").waitFor();
    await page.getByLabel("What should be done?").fill("Add");
    expect((await dataOf(dashboard.api.get("/project"))).gitRepoUrl).toBe("https://example.com/other.git");

    await page.getByLabel("What should be done?").fill("Add a dark theme. [demo: plain]");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL("**/p/demo/runs/1");
    const run = async () => (await dashboard.api.get("/runs/list")).body.data[0];
    await expect.poll(async () => (await run()).status, { timeout: 240_000 }).toBe("completed");
    expect(await run()).toMatchObject({
      gitRepoUrl: shop,
      branchName: "trunk",
      prompt: "Add a dark theme. [demo: plain]",
    });
    expect(git(shop, "branch", "--list", "switchyard/*")).toContain("switchyard/run-1-1");

    await press(page, "g i");
    await expectVisible(page.getByRole("heading", { name: "Nothing needs you" }));
    expect(await page.getByRole("heading", { name: /The first run/ }).count()).toBe(0);
    await dataOf(dashboard.api.post("/runs/delete", { runId: (await run()).id }));
    await page.reload();
    await expectVisible(page.getByRole("heading", { name: "Nothing needs you" }));
    expect(await page.getByRole("heading", { name: /The first run/ }).count()).toBe(0);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
