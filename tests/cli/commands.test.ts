// What commands print and how they end, in this process. The examples of their help and terminals are in the proofs.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { commands, groups } from "../../packages/cli/src/commands/all";
import {
  client,
  createKey,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  runner,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { hostileTexts } from "../support/hostileTexts";
import { noFolder, switchyard } from "./inProcess";

/** What would act on a terminal, besides the colours of the command line itself. */
// oxlint-disable-next-line no-control-regex
const acting = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/;

describe("commands", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  let projectId: string;
  let key: string;
  let api: Client;
  const run = (line: string, input?: string) => switchyard({ deployment, key }, line, input);

  beforeAll(async () => {
    ({ projectId, apiKey: key } = await createProject(deployment));
    api = client(deployment, key);
    await createWorkflow(api, { name: "Build" });
  });

  it("every command has an example, and every group a sentence", () => {
    const shown = commands.filter(({ isHidden }) => isHidden !== true);
    expect(shown.filter(({ examples }) => examples.length === 0)).toEqual([]);
    const used = shown.map(({ name }) => name.split(" ")).filter(({ length }) => length === 2);
    expect(new Set(used.map(([group]) => group))).toEqual(new Set(Object.keys(groups)));
    for (const { name, examples } of shown)
      for (const { line } of examples) expect(line).toContain(`switchyard ${name}`);
  });

  it("artifacts are listed and downloaded to a folder, which no name leaves, and nothing is overwritten", async () => {
    const { apiKey } = await createProject(deployment);
    const run = (line: string) => switchyard({ deployment, key: apiKey }, line);
    const { id: runId, runNumber } = await startRun(client(deployment, apiKey));
    const sandboxId = await createSandbox(job, { runId });
    const bytes = new Uint8Array(Buffer.from("said"));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const store = async (name: string) => {
      const says = { sandboxId, name, mediaType: "text/plain", size: bytes.length, sha256 };
      const { artifactId, uploadUrl } = await job.call("artifact.begin", says);
      await job.call("artifact.finish", { artifactId, storageId: await deployment.upload(uploadUrl, bytes) });
    };
    await store("out/said.txt");
    const folder = noFolder();
    try {
      expect((await run(`runs artifacts ${runNumber}`)).stdout).toMatch(/^NAME .*\nout\/said\.txt +text\/plain +4 /);
      const told = await run(`runs artifacts ${runNumber} --out ${folder}`);
      expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining("out/said.txt is in") });
      expect(readFileSync(path.join(folder, "out/said.txt"), "utf8")).toBe("said");
      expect(await run(`runs artifacts ${runNumber} --out ${folder}`)).toMatchObject({ code: 2 });
      // A row that an older service, or another one, might send.
      const evil = noFolder();
      const fetchEvil: typeof deployment.fetch = async (address, init) => {
        const response = await deployment.fetch(address, init);
        if (!address.includes("/runs/artifacts")) return response;
        return new Response((await response.text()).replaceAll("out/said.txt", "../../evil.txt"), response);
      };
      const machine = { deployment: { fetch: fetchEvil }, key: apiKey };
      expect(await switchyard(machine, `runs artifacts ${runNumber} --out ${evil}`)).toMatchObject({ code: 3 });
      mkdirSync(evil);
      symlinkSync(folder, path.join(evil, "out"));
      expect(await run(`runs artifacts ${runNumber} --out ${evil}`)).toMatchObject({ code: 3 });
      rmSync(evil, { recursive: true });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("outcomes show how many requests were merged and what that cost, also as JSON", async () => {
    const { apiKey } = await createProject(deployment);
    const usage = (line: string) => switchyard({ deployment, key: apiKey }, `usage outcomes ${line}`);
    expect(await usage("")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("No runs were created"),
    });
    const { id: runId } = await startRun(client(deployment, apiKey));
    const pr = { runId, prUrl: "https://example.com/pull/1" };
    for (const prStatus of ["open", "merged"]) await job.call("run.updatePr", { ...pr, prStatus });
    expect((await usage("")).stdout).toMatch(
      /^WORKFLOW +RUNS .*\nBuild +1 +1 +0 +1 \(100%, 21 to 100%\) +\$0\.00 +\$0\.00 +0\.0 +0\.0\n$/,
    );
    expect((await usage("--by model")).stdout).toMatch(/\nno model +1 /);
    expect((await usage("--by none --until 2020-01-01")).stdout).toMatch(/\nall +0 +0 +0 +0 +\$0\.00 +- +- +-\n$/);
    expect(JSON.parse((await usage("--json")).stdout)).toMatchObject({ name: "Build", merged: 1 });
    expect(await usage("--by colour")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--by is one of none,"),
    });
  });

  it("a run is started by the name of its workflow, shown and cancelled", async () => {
    const started = await run('start build --prompt "Add a dark mode."');
    expect(started).toMatchObject({ code: 0, stderr: "" });
    expect(started.stdout).toMatch(/^Started run \d+ Add a dark mode\. {2}r_\w+\n$/);
    const [, number = ""] = /run (\d+)/.exec(started.stdout) ?? [];
    const shown = await run(`runs get ${number}`);
    expect(shown.stdout).toMatch(/status +pending/);
    const listed = await run("runs list --status pending");
    expect(listed.stdout).toMatch(/^RUN +NAME/);
    expect(listed.stdout).toContain("Add a dark mode.");
    expect((await run(`runs cancel ${number}`)).stdout).toMatch(/: cancelled\n$/);
    expect(await run(`runs watch ${number}`)).toMatchObject({ code: 1 });
  });

  it("a name that several workflows have starts nothing, and their ids are said", async () => {
    const { apiKey } = await createProject(deployment);
    const api = client(deployment, apiKey);
    const run = (line: string) => switchyard({ deployment, key: apiKey }, line);
    const [first, second] = [await createWorkflow(api, { name: "Twin" }), await createWorkflow(api, { name: "Twin" })];
    const other = await createWorkflow(api, { name: "twin" });
    const refused = await run('start Twin --prompt "Go."');
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    for (const id of [first, second]) expect(refused.stderr).toContain(id);
    expect(refused.stderr).not.toContain(other);
    expect((await run("workflows get TWIN")).stderr).toContain(`${other} (twin)`);
    expect((await run("workflows get twin")).stdout).toContain(other);
    expect((await run(`start ${second} --prompt "Go."`)).code).toBe(0);
  });

  it("a run without a runner says so when it is shown or watched, and what to do", async () => {
    const { apiKey } = await createProject(deployment);
    const { runNumber } = await startRun(client(deployment, apiKey));
    const noRunner = "waits for a runner: none is connected. Start one with: switchyard runner\n";
    expect((await switchyard({ deployment, key: apiKey }, `runs get ${runNumber}`)).stdout).toContain(noRunner);
    const leaving = new AbortController();
    const told = { stdout: "", stderr: "" };
    const watching = switchyard(
      { deployment, key: apiKey, signal: leaving.signal, told },
      'start Build --prompt "Go." --watch',
    );
    await vi.waitFor(() => expect(told.stderr).toContain(`Run ${Number(runNumber) + 1} ${noRunner}`));
    leaving.abort();
    expect((await watching).code).toBe(130);
  });

  it("events end with the newest, and the oldest are left out", async () => {
    const { apiKey } = await createProject(deployment);
    const api = client(deployment, apiKey);
    const ids: string[] = [];
    for (let made = 0; made < 4; made++) ids.push((await startRun(api)).id);
    const run = (line: string) => switchyard({ deployment, key: apiKey }, line);
    const listed = await run("events --types run.created --limit 2");
    const shown = listed.stdout.trimEnd().split("\n").slice(1);
    expect(shown.map((line) => line.split(/ +/).at(-1))).toEqual(ids.slice(2));
    expect(listed.stderr).toContain("There are older ones.");
    const [last] = (await run("events --types run.created --limit 1 --json")).stdout.trimEnd().split("\n");
    expect(JSON.parse(last ?? "")).toMatchObject({ subject: { id: ids.at(-1) } });
    expect((await run("events --types run.created")).stderr).toBe("");
  });

  it("a run is shown with what it waits for, its order in the queue, and its steps with times and verdicts", async () => {
    const { apiKey } = await createProject(deployment);
    const api = client(deployment, apiKey);
    const { id: runId, runNumber } = await startRun(api, { priority: 7, conflictKey: "docs" });
    await startRun(api, { conflictKey: "docs" });
    const run = (line: string) => switchyard({ deployment, key: apiKey }, line);
    expect((await run(`runs get ${Number(runNumber) + 1}`)).stdout).toMatch(/waiting +waits for another run with/);
    await job.call("run.updateStatus", { runId, status: "running" });
    const step = { runId, stepIndex: 0, role: "designer", name: "Design" };
    const { id: stepId } = await job.call("runStep.create", step);
    await job.call("runStep.updateStatus", { stepId, status: "running" });
    await job.call("runStep.updateStatus", { stepId, status: "completed", verdict: { pass: true } });
    const { stdout } = await run(`runs get ${runNumber}`);
    expect(stdout).toMatch(/priority +7\n +conflict key +docs/);
    expect(stdout).toMatch(/step 0 +Design completed, \d+ s, has passed/);
  });

  it("runs are labelled, listed by a label, and changed together", async () => {
    const started = await run('start Build --prompt "Nightly." --label "nightly, slow" --metadata "ticket=A=1,team="');
    const [, id = ""] = /(r_\w+)/.exec(started.stdout) ?? [];
    expect(await dataOf(api.get(`/runs/get?id=${id}`))).toMatchObject({
      labels: ["nightly", "slow"],
      metadata: { ticket: "A=1", team: "" },
    });
    expect((await run(`runs get ${id}`)).stdout).toMatch(/labels +nightly, slow/);
    expect((await run("runs list --label slow")).stdout).toContain("Nightly.");
    expect((await run("runs list --label other")).stdout).not.toContain("Nightly.");
    expect(await run("runs bulk cancel --label nightly --workflow Build")).toMatchObject({ code: 0, stderr: "" });
    expect(await dataOf(api.get(`/runs/get?id=${id}`))).toMatchObject({ status: "cancelled" });
    const again = await run("runs bulk cancel --label nightly");
    expect(again.stdout).toBe("0 of 1 runs, 1 skipped\n");
  });

  it("a job that has failed for good is listed, and what it was for starts again", async () => {
    await dataOf(api.post("/merging/start", { pullRequests: [{ prUrl: "https://code.example/1", prNumber: 1 }] }));
    const { id } = await job.call("job.claim", { runnerId: "r", kinds: ["merge.execute"] });
    await job.call("job.fail", { jobId: id, runnerId: "r", error: "No disk.", retryable: false });
    expect((await run("jobs list")).stdout).toMatch(new RegExp(`${id as string} +merge.execute +failed +1 +No disk.`));
    expect((await run(`jobs redrive ${id as string}`)).stdout).toMatch(/^Queued job_\w+ merge\.execute\n$/);
    expect((await run("jobs list")).stderr + (await run("jobs list")).stdout).toContain("There are no such jobs.");
    expect((await run("jobs list --status queued --kind merge.execute --json")).stdout).toContain("merge.execute");
    expect(await run(`jobs redrive ${id as string}`)).toMatchObject({ code: 2 });
  });

  it("JSON is what the service answers, and nothing else is on standard output", async () => {
    const { stdout, stderr } = await run('start Build --prompt "As JSON." --json');
    const started = JSON.parse(stdout) as { id: string };
    const { stdout: again } = await run(`runs get ${started.id} --json`);
    expect(JSON.parse(again)).toEqual(await dataOf(api.get(`/runs/get?id=${started.id}`)));
    const { stdout: lines } = await run("runs list --json");
    const rows = lines
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(rows).toContain(started.id);
    expect(stderr).toBe("");
  });

  it.each([
    ["runs get 123456", 4, "NOT_FOUND"],
    ["runs get r_nothing", 4, "NOT_FOUND"],
    ["issues get issue_nothing", 4, "NOT_FOUND"],
    ['start Nothing --prompt "x"', 4, "There are: Build"],
    ["runs lst", 2, "Did you mean list?"],
    ["rnus", 2, "Did you mean runs?"],
    ["runs list --stats open", 2, "Did you mean --status?"],
    ["runs list --status open", 2, "Allowed choices are pending"],
    ["runs list --limit many", 2, "whole number"],
    ["runs bulk cancel", 2, "at least one condition"],
    ["runs bulk rename --status failed", 2, "Use cancel, restart"],
    ['start Build --prompt "x" --metadata ticket', 2, "name=text"],
    ["start Build", 2, "--prompt"],
    ["issues update issue_1", 2, "--status"],
    ["completion tcsh", 2, "bash, zsh, fish"],
    ["--profile nobody runs list", 2, 'no profile "nobody"'],
  ])("%s ends with %i", async (line, code, said) => {
    const told = await run(line);
    expect(told).toMatchObject({ code, stdout: "" });
    expect(told.stderr).toContain(said);
  });

  it("a wrong field is named, with the id of the request", async () => {
    const told = await run(`issues create "${"x".repeat(501)}"`);
    expect(told.code).toBe(2);
    expect(told.stderr).toMatch(/field +title\n +code +VALIDATION\n +request +\S+/);
    const json = await run(`issues create "${"x".repeat(501)}" --json`);
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: "VALIDATION", field: "title", exitCode: 2 } });
  });

  it("a key without the scope is refused with 3, and so is an unknown one", async () => {
    const { apiKey } = await createKey(deployment, projectId, ["issues:read"]);
    const narrow = await switchyard({ deployment, key: apiKey }, "runs list");
    expect(narrow).toMatchObject({ code: 3, stdout: "" });
    expect(narrow.stderr).toContain("SCOPE_DENIED");
    expect(await switchyard({ deployment, key: "svc_test_unknown" }, "runs list")).toMatchObject({ code: 3 });
    expect(await switchyard({ deployment }, "runs list")).toMatchObject({ code: 3 });
  });

  it("a service that cannot be reached, or has a fault, ends with 5", async () => {
    const lost = { fetch: () => Promise.reject(new TypeError("fetch failed")) };
    const told = await switchyard({ deployment: lost, key }, "runs list");
    expect(told).toMatchObject({ code: 5 });
    expect(told.stderr).toContain("Cannot reach http://switchyard.example");
    const faulty = {
      fetch: () =>
        Promise.resolve(
          new Response('{"error":{"code":"INTERNAL","message":"A fault.","retryable":false}}', { status: 500 }),
        ),
    };
    expect(await switchyard({ deployment: faulty, key }, "runs list")).toMatchObject({ code: 5 });
  });

  it("no text of an agent acts on the terminal, in words or as JSON", async () => {
    const texts = ["\u001B]52;c;ZXZpbA==\u0007\u009B2J\u202Etxt\u2028", ...Object.values(hostileTexts(400))];
    for (const text of texts) {
      const title = `x${text}`.trim();
      await dataOf(api.post("/issues/create", { title, description: `${title}\n${text}` })).catch(() => null);
    }
    const { id } = await dataOf(api.post("/issues/create", { title: `x${texts[0]}`, description: texts[0] }));
    for (const line of [
      "issues list --limit 100",
      "issues list --json",
      `issues get ${id}`,
      `issues get ${id} --json`,
    ]) {
      const told = await switchyard({ deployment, key, environment: { NO_COLOR: "1" }, columns: 100 }, line);
      expect(told.code).toBe(0);
      expect(told.stdout).toContain("]52;c;");
      expect(told.stdout.replaceAll("\n", "")).not.toMatch(acting);
    }
  });

  it("no text of an agent looks like a line of the command", async () => {
    const forged = "all good\nstatus    completed\n  error     none";
    const { id: runId } = await startRun(api, { name: forged, prompt: forged });
    const issue = await dataOf(
      api.post("/issues/create", { title: forged.replaceAll("\n", " "), description: forged }),
    );
    await job.call("run.ask", { runId, key: "forged", title: forged, options: ["yes\nno", "no"] });
    for (const line of [`runs get ${runId}`, "runs list", `questions list --run ${runId}`, `issues get ${issue.id}`]) {
      const { stdout } = await run(line);
      expect(stdout).toContain("all good");
      // A field begins with two spaces, a row or a title with none.
      expect(stdout.split("\n").filter((one) => /^ {0,3}(status {4}completed|error {5}none)/.test(one))).toEqual([]);
    }
    await dataOf(api.post("/runs/cancel", { runId }));
    const watched = await run(`runs watch ${runId}`);
    expect(watched.stdout).toContain("asks: all good status    completed");
    for (const one of watched.stdout.trimEnd().split("\n")) expect(one).toMatch(/^(\d\d:\d\d:\d\d |Run \d)/);
  });

  it("a key with spaces around it works, and one with others in it is refused", async () => {
    const padded = await switchyard({ deployment, key: ` ${key}\n` }, "runs list");
    expect(padded).toMatchObject({ code: 0, stderr: "" });
    const wrong = await switchyard({ deployment, key: "svc_test_a b" }, "runs list");
    expect(wrong).toMatchObject({ code: 3, stdout: "" });
    expect(wrong.stderr).toContain("not an API key");
    expect(wrong.stderr).not.toContain("svc_test_a");
  });

  it("an unknown fault has a code of its own, and its place only for those who ask", async () => {
    const broken = { fetch: () => Promise.resolve(Response.json({ data: { status: 7 } })) };
    const told = await switchyard({ deployment: broken, key }, "runs get 1");
    expect(told).toMatchObject({ code: 70 });
    expect(told.stderr).toMatch(/^switchyard: A fault of the command: [^\n]+\n {2}SWITCHYARD_DEBUG=1 [^\n]+\n$/);
    const asked = await switchyard({ deployment: broken, key, environment: { SWITCHYARD_DEBUG: "1" } }, "runs get 1");
    expect(asked.stderr).toMatch(/\n +at /);
  });

  it("a folder of keys that cannot be used is said, with what to do", async () => {
    const file = noFolder();
    writeFileSync(file, "");
    const told = await switchyard({ deployment, environment: { XDG_CONFIG_HOME: file } }, "login", key);
    expect(told).toMatchObject({ code: 2, stdout: "" });
    expect(told.stderr).toMatch(/ENOTDIR[^]*XDG_CONFIG_HOME/);
    rmSync(file);
  });

  it("ids that the client refuses are wrong words, and not a service that cannot be reached", async () => {
    expect(await run("tasks run ..")).toMatchObject({ code: 2 });
  });

  it("completion asks the service and the profile that were typed", async () => {
    const environment = { XDG_CONFIG_HOME: noFolder(), SWITCHYARD_URL: "http://other.example" };
    const machine = { deployment, environment };
    const login = "--url http://switchyard.example --profile constructor login";
    expect(await switchyard(machine, login, key)).toMatchObject({ code: 0 });
    expect(await switchyard(machine, "complete -- start Bu")).toMatchObject({ stdout: "" });
    for (const typed of ["--profile constructor", "--profile=constructor", "--url http://switchyard.example"])
      expect((await switchyard(machine, `complete -- ${typed} start Bu`)).stdout).toContain("Build\t\n");
    rmSync(environment.XDG_CONFIG_HOME, { recursive: true });
  });

  it("logs are followed with a request for each page, and not for each message", async () => {
    const { id: runId } = await startRun(api);
    const sandboxId = await createSandbox(job, { runId });
    const say = async (from: number) => {
      for (let count = from; count < from + 20; count++)
        await job.call("message.store", { sandboxId, role: "assistant", content: `message ${count}`, timestamp: 0 });
    };
    await say(0);
    await job.call("message.streamCreate", { sandboxId, messageId: "open" });
    let asked = 0;
    const counting: Pick<typeof deployment, "fetch"> = {
      fetch: async (url, init) => {
        const answer = await deployment.fetch(url, init);
        if (url.includes("/sandboxes/messages") && ++asked === 1) {
          await say(20);
          await job.call("message.streamFinalize", { sandboxId, messageId: "open", finalContent: "open" });
          await job.call("run.updateStatus", { runId, status: "failed", error: "No memory." });
        }
        return answer;
      },
    };
    const { stdout, code } = await switchyard({ deployment: counting, key }, `runs logs ${runId} --follow`);
    expect(code).toBe(0);
    expect(stdout.match(/message \d+|open/g)).toEqual([
      ...Array.from({ length: 20 }, (_none, at) => `message ${at}`),
      "open",
      ...Array.from({ length: 20 }, (_none, at) => `message ${at + 20}`),
    ]);
    expect(asked).toBeLessThanOrEqual(4);
  });

  it("colours are for terminals, unless NO_COLOR is set", async () => {
    const [piped, shown, plain] = await Promise.all([
      run("issues list"),
      switchyard({ deployment, key, columns: 80 }, "issues list"),
      switchyard({ deployment, key, columns: 80, environment: { NO_COLOR: "1" } }, "issues list"),
    ]);
    expect(piped.stdout).not.toContain("\u001B");
    expect(shown.stdout).toContain("\u001B[1m");
    expect(plain.stdout).not.toContain("\u001B");
  });

  it("a question of a run is answered, also with a choice that does not exist", async () => {
    const { id: runId } = await startRun(api);
    const asked = await job.call("run.ask", { runId, key: "port", title: "Which port?", options: ["80", "443"] });
    const listed = await run(`questions list --run ${runId}`);
    expect(listed.stdout).toMatch(/Which port\? +80 \/ 443/);
    expect(await run(`questions answer ${asked.id} --answer 8080`)).toMatchObject({ code: 2 });
    expect((await run(`questions answer ${asked.id} --answer 443`)).stdout).toBe("Which port?: answered\n");
    expect(await run("questions answer")).toMatchObject({ code: 2 });
  });

  it("a question is looked for among those that wait, and an answered one says that it is", async () => {
    const { id: runId } = await startRun(api);
    const asked = await job.call("run.ask", { runId, key: "tests", title: "Run the tests?", options: ["yes", "no"] });
    const lists: string[] = [];
    const watched: Pick<typeof deployment, "fetch"> = {
      fetch: (url, init) => {
        if (url.includes("/runs/questions?") || url.endsWith("/runs/questions")) lists.push(url);
        return deployment.fetch(url, init);
      },
    };
    const answer = () => switchyard({ deployment: watched, key }, `questions answer ${asked.id} --answer yes`);
    expect(await answer()).toMatchObject({ code: 0 });
    expect(lists).toEqual([expect.stringContaining("status=waiting")]);
    expect(await answer()).toMatchObject({ code: 2, stderr: expect.stringContaining("CONFLICT") });
  });

  it("login reads the key from standard input, and stores only what the service accepts", async () => {
    const folder = noFolder();
    const environment = { XDG_CONFIG_HOME: folder };
    const wrong = await switchyard({ deployment, environment }, "login", "svc_test_wrong\n");
    expect(wrong).toMatchObject({ code: 3, stdout: "" });
    expect(await switchyard({ deployment, environment }, "runs list")).toMatchObject({ code: 3 });
    const right = await switchyard({ deployment, environment }, "login", `${key}\n`);
    expect(right.stdout).toContain("belongs to the project Demo");
    expect(right.stdout + right.stderr).not.toContain(key);
    expect(await switchyard({ deployment, environment }, "runs list")).toMatchObject({ code: 0 });
    expect(await switchyard({ deployment, environment }, "logout")).toMatchObject({ code: 0 });
    expect(await switchyard({ deployment, environment }, "runs list")).toMatchObject({ code: 3 });
    rmSync(folder, { recursive: true });
  });
});
