// The command line as a person uses it: in a pseudo-terminal, with a service, and with a runner that does the work.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callbackSecret, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { ended, makeWorld, runnerIn, startSteps } from "../runner/fixture";
import type { World } from "../runner/fixture";
import { Installation, told } from "./installation";

let world: World;
let cli: Installation;
let key: string;
let twoWords: string;

beforeAll(async () => {
  world = await makeWorld();
  const made = await dataOf(world.api.post("/project/api-keys/generate", { name: "Terminal" }));
  key = String(made.key);
  cli = new Installation({ SWITCHYARD_URL: world.engine.httpUrl });
  twoWords = await createWorkflow(world.api, {
    name: "Two words",
    steps: [{ role: "designer", name: "Part", instructions: "echo hi; echo made > made.txt" }],
  });
  // The first call bundles the sources.
  await cli.run("switchyard --version");
}, 180_000);
afterAll(async () => {
  cli?.remove();
  await world?.end();
});

const withKey = () => ({ SWITCHYARD_API_KEY: key });
const profiles = () => path.join(cli.folder, ".config/switchyard/profiles.json");

it("login asks for the key without showing it, and says which project it is for", async () => {
  const shown = await cli.runInTerminal("switchyard login", [[/API key for .*: /, `${key}\r`]]);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/The key belongs to the project .*Demo/);
  expect(shown.stdout).not.toContain(key);
  expect(statSync(profiles()).mode & 0o777).toBe(0o600);
  expect(readFileSync(profiles(), "utf8")).toContain(key);
  const listed = await cli.runInTerminal("switchyard workflows list", []);
  expect(listed.stdout).toContain("\u001B[1mTwo words\u001B[0m");
});

it("login does not show the key where the notes go to a file, either", async () => {
  const shown = await cli.runInTerminal("switchyard login 2>log", [[/API key for .*: /, `${key}\r`]]);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/The key belongs to the project/);
  expect(shown.stdout).not.toContain(key);
  expect(readFileSync(path.join(cli.folder, "log"), "utf8")).toBe("");
});

it("tables fit the terminal, also a narrow one", async () => {
  await dataOf(world.api.post("/issues/create", { title: `A very long title ${"that goes further ".repeat(20)}` }));
  for (const columns of [60, 100]) {
    const { stdout } = await cli.runInTerminal("NO_COLOR=1 switchyard issues list", [], columns);
    const widths = stdout.split("\r\n").map(({ length }) => length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    expect(stdout).toContain("…");
  }
});

it("Ctrl-C at the prompt and while a run is watched ends with 130, and leaves no trace", async () => {
  const asked = await cli.runInTerminal("switchyard login", [[/API key/, "\u0003"]]);
  expect(asked.code).toBe(130);
  const { runNumber } = await startRun(world.api);
  const watched = await cli.runInTerminal(`switchyard runs watch ${runNumber}`, [[/waiting for a runner/, "\u0003"]]);
  expect(watched.code).toBe(130);
  expect(watched.stdout).not.toMatch(/Error|at .*\(/);
  await dataOf(
    world.api.post("/runs/cancel", {
      runId: (await dataOf(world.api.get(`/runs/by-number?runNumber=${runNumber}`))).id,
    }),
  );
});

it("a question is answered by its number", async () => {
  const { id: runId } = await startRun(world.api);
  await world.job.call("run.ask", { runId, key: "port", title: "Which port?", options: ["80", "443"] });
  const { stdout, code } = await cli.runInTerminal("switchyard questions answer", [
    [/Number: /, "7\r"],
    [/Type a number/, "2\r"],
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Which port\?.*answered/);
  const [question] = await dataOf(world.api.get(`/runs/questions?runId=${runId}`));
  expect(question).toMatchObject({ status: "answered", answer: "443" });
  await dataOf(world.api.post("/runs/cancel", { runId }));
});

it("a typed number is the option with this text where options are numbers, and no other", async () => {
  const { id: runId } = await startRun(world.api);
  const options = ["3", "2", "1"];
  for (const [asked, typed, answer] of [
    ["text", "1", "1"],
    ["number", "#1", "3"],
  ] as const) {
    await world.job.call("run.ask", { runId, key: asked, title: "How many?", options });
    const { code } = await cli.runInTerminal("switchyard questions answer", [[/#3[^]*Number: /, `${typed}\r`]]);
    expect(code).toBe(0);
    const questions = await dataOf(world.api.get(`/runs/questions?runId=${runId}&status=answered`));
    expect(questions.map((one: { answer: unknown }) => one.answer)).toContain(answer);
  }
  await dataOf(world.api.post("/runs/cancel", { runId }));
});

describe("with a runner", () => {
  let runner: ReturnType<typeof runnerIn>;
  beforeAll(() => {
    runner = runnerIn(world);
  });
  afterAll(async () => await runner.stop());

  it("start --watch follows a run to its end, and the exit code says how it ended", async () => {
    const good = await cli.runInTerminal(`switchyard start "Two words" --prompt "Go." --watch`, []);
    expect(good.stdout).toMatch(/Started .*step .*Part.* .*completed/s);
    expect(good.code).toBe(0);
    await createWorkflow(world.api, {
      name: "Bad",
      steps: [{ role: "designer", name: "Part", instructions: "exit 3" }],
    });
    const bad = await cli.run('switchyard start Bad --prompt "Go." --watch --json');
    expect(bad.code).toBe(1);
    const lines = bad.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { type?: string });
    expect(lines.slice(1).every(({ type }) => typeof type === "string")).toBe(true);
  });

  it("logs follow what agents say, and diff is what they have changed", async () => {
    const runId = await startSteps(world, { instructions: "echo first; sleep 1; echo second; echo made > made.txt" });
    const logs = await cli.run(`switchyard runs logs ${runId} --follow`);
    expect(logs.stdout).toMatch(/assistant[^]*first[^]*second/);
    await ended(world, runId);
    expect((await cli.run(`switchyard runs logs ${runId}`)).stdout).toContain("second");
    const diff = await cli.run(`switchyard runs diff ${runId}`);
    expect(diff.stdout).toMatch(/^diff --git[^]*\+made$/m);
    await cli.run(`switchyard runs diff ${runId} --output changes.patch`);
    expect(readFileSync(path.join(cli.folder, "changes.patch"), "utf8")).toContain("+made\n");
  });
});

it("switchyard runner is the runner, with its own options", async () => {
  const help = await cli.run("switchyard runner --help");
  expect(help.stdout).toContain("--local-repositories");
  const workflowId = await createWorkflow(world.api, { name: "Pretended" });
  const { id } = await startRun(world.api, { workflowId, gitRepoUrl: world.origin });
  const variables = { SWITCHYARD_RUNNER_TOKEN: callbackSecret };
  const done = await cli.run(`switchyard runner --once --local-repositories ${world.folder}`, variables);
  expect(done.code).toBe(0);
  expect((await ended(world, id)).status).toBe("completed");
  expect((await cli.run("switchyard runner --bogus", variables)).code).toBe(2);
});

it("switchyard runner knows the options of every command, before its name and behind it", async () => {
  const nowhere = "http://127.0.0.1:9";
  const variables = { SWITCHYARD_RUNNER_TOKEN: callbackSecret };
  for (const line of [`--json --url ${nowhere} runner --once`, `runner --once --json --url ${nowhere}`]) {
    const told = await cli.run(`switchyard ${line}`, variables);
    expect(told).toMatchObject({ code: 5 });
    expect(told.stdout).toMatch(/^\{"at":/);
    expect(told.stderr).toContain(`Nothing answers at ${nowhere}`);
  }
  const folder = path.join(cli.folder, "profiled");
  const profiled = { ...variables, XDG_CONFIG_HOME: folder };
  expect(await cli.run("switchyard --profile runner login", profiled, key)).toMatchObject({ code: 0 });
  const lost = { ...profiled, SWITCHYARD_URL: nowhere };
  expect(await cli.run("switchyard --profile runner runner --once", lost)).toMatchObject({ code: 0 });
  expect(await cli.run("switchyard --profile nobody runner --once", lost)).toMatchObject({ code: 2 });
});

it("switchyard runner ends with 3 when its token is refused", async () => {
  const told = await cli.run("switchyard runner --once", { SWITCHYARD_RUNNER_TOKEN: "svc_runner_wrong" });
  expect(told).toMatchObject({ code: 3 });
  expect(told.stderr).toContain("does not accept the token");
});

it("a reader that goes away ends the command quietly, and the shell sees that its output was not read", async () => {
  const line = `switchyard runs list --json | head -1; switchyard help | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await cli.run(line, withKey());
  expect(stderr).toBe("");
  expect(stdout.trimEnd().split("\n")).toEqual([expect.stringMatching(/^\{/), "141"]);
});

it("bash completes commands, options, values and names of the service", async () => {
  const complete = async (...words: string[]) => {
    const line = `source <(switchyard completion bash)
      COMP_WORDS=(switchyard ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}
      _switchyard; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await cli.run(line)).stdout.trimEnd().split("\n");
  };
  expect(await complete("ru")).toEqual(["runner", "runs"]);
  expect(await complete("runs", "list", "--st")).toEqual(["--status"]);
  expect(await complete("runs", "list", "--status", "can")).toEqual(["cancelled"]);
  expect(await complete("start", "Two")).toEqual([String.raw`Two\ words`]);
  expect(await complete("start", String.raw`Two\ w`)).toEqual([String.raw`Two\ words`]);
  // bash cuts the line at colons and equals signs.
  const cut = async (line: string, words: string[]) => {
    const script = `source <(switchyard completion bash)
      COMP_LINE=${JSON.stringify(line)}; COMP_POINT=\${#COMP_LINE}
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
      _switchyard; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await cli.run(script, { SWITCHYARD_URL: "http://127.0.0.1:9" })).stdout.trimEnd().split("\n");
  };
  const { host, port } = new URL(world.engine.httpUrl);
  const [name = ""] = host.split(":");
  expect(await cut(`switchyard --profile ${name}:`, ["switchyard", "--profile", name, ":"])).toEqual([port]);
  expect(
    await cut(`switchyard --profile ${name}:${port[0]}`, ["switchyard", "--profile", name, ":", port[0] ?? ""]),
  ).toEqual([port]);
  const url = ["http", ":", `//${name}`, ":", port];
  const typed = `switchyard --url ${world.engine.httpUrl} start Two`;
  expect(await cut(typed, ["switchyard", "--url", ...url, "start", "Two"])).toEqual([String.raw`Two\ words`]);
  expect((await cli.run("source <(switchyard completion bash); complete -p switchyard")).stdout).toContain(
    "_switchyard",
  );
});

/** How each shell is told to complete: the line of its script, in the file that it reads at its start. */
const shells = [
  {
    shell: "bash",
    file: ".bashrc",
    lines: ["PS1='ready> '", "source <(switchyard completion bash)"],
    isThere: true,
    codeOf: "$?",
  },
  {
    shell: "zsh",
    file: ".zshrc",
    lines: ["PS1='ready> '", "autoload -Uz compinit && compinit -u", "source <(switchyard completion zsh)"],
    isThere: hasProgram("zsh"),
    codeOf: "$?",
  },
  {
    shell: "fish",
    file: ".config/fish/config.fish",
    lines: ["function fish_prompt; echo 'ready> '; end", "switchyard completion fish | source"],
    isThere: hasProgram("fish"),
    codeOf: "$status",
  },
];

/** `.ci/run` installs the shells. Where one is missing its test is skipped, unless it must not be. */
function hasProgram(name: string): boolean {
  return process.env["SHELLS_REQUIRED"] !== undefined || spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

describe.each(shells)("in $shell, at its prompt", ({ shell, file, lines, isThere, codeOf }) => {
  it.skipIf(!isThere)("Tab completes a command, an option, its value and a name of the service", async () => {
    const script = (await cli.run(`switchyard completion ${shell}`)).stdout;
    for (const line of lines.filter((each) => each.includes("completion"))) expect(script).toContain(line);
    mkdirSync(path.dirname(path.join(cli.folder, file)), { recursive: true });
    // Without this folder fish reads all manual pages of the machine at its first prompt, in ten seconds of a core.
    mkdirSync(path.join(cli.folder, ".local/share/fish/generated_completions"), { recursive: true });
    writeFileSync(path.join(cli.folder, file), `${lines.join("\n")}\n`);
    const { id: unwanted } = await startRun(world.api);
    await dataOf(world.api.post("/runs/cancel", { runId: unwanted }));
    const { stdout } = await cli.runInTerminal(`${shell} -i`, [
      [/ready> /, `switchyard workf\tlis\t; echo "code 1: ${codeOf}"\r`],
      [/code 1: \d+[^]*ready> /, `switchyard runs list --st\tcanc\t --json; echo "code 2: ${codeOf}"\r`],
      [/code 2: \d+[^]*ready> /, `switchyard start Two\t--prompt in-${shell} --json; echo "code 3: ${codeOf}"\r`],
      [/code 3: \d+[^]*ready> /, "exit\r"],
    ]);
    expect(stdout).toMatch(/code 1: 0[^]*code 2: 0[^]*code 3: 0/);
    const [listed = "", cancelled = ""] = stdout.split(/code \d: 0/);
    expect(listed).toContain("Two words");
    const statuses = [...cancelled.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);
    expect(new Set(statuses)).toEqual(new Set(["cancelled"]));
    const [started] = await dataOf(world.api.get("/runs/list?limit=1"));
    expect(started).toMatchObject({ workflowId: twoWords, prompt: `in-${shell}` });
    await dataOf(world.api.post("/runs/cancel", { runId: started.id }));
  });
});

it("SIGTERM ends a command that waits", async () => {
  const { runNumber } = await startRun(world.api);
  const child = cli.begin("switchyard", ["runs", "watch", String(runNumber)], withKey());
  const result = told(child);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  child.kill("SIGTERM");
  expect((await result).code).toBe(130);
});
