// How programs are started with no isolation and in docker. tests/isolation.test.ts tries bubblewrap.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isolatedGit } from "../../git/isolatedGit";
import { stageAll } from "../../git/staging";
import { launch } from "../process/launch";
import { chooseIsolation } from "./chooseIsolation";
import type { Invocation, IsolationSettings } from "./contract";
import { isolate } from "./isolation";

let folder: string;
let home: string;
let worktree: string;
let mirror: string;

const settings: IsolationSettings = { readable: [], writable: [], network: "none", dockerImage: "agents:1" };

const grace = { closeMs: 0, termMs: 200, killMs: 3000 };

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "switchyard-isolation-")));
  home = path.join(folder, "home");
  mirror = path.join(folder, "mirror.git");
  worktree = path.join(folder, "worktree");
  mkdirSync(home);
  writeFileSync(path.join(home, "secret"), "of the runner");
  writeFileSync(path.join(folder, "outside"), "kept");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
  git("init", "--quiet", "--bare", "--initial-branch=main", mirror);
  const tree = git("-C", mirror, "hash-object", "-t", "tree", "-w", "/dev/null").toString().trim();
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
  const commit = git("-C", mirror, ...identity, "commit-tree", "-m", "Begin", tree)
    .toString()
    .trim();
  git("-C", mirror, "update-ref", "refs/heads/main", commit);
  git("-C", mirror, "worktree", "add", "--quiet", "--detach", worktree, "main");
});
afterEach(() => rmSync(folder, { recursive: true }));

const invocation = (env: Record<string, string>): Invocation => ({
  file: "agent",
  args: ["--acp"],
  worktree,
  env,
  writable: [],
  own: ["agent"],
  systemSettings: "public",
});

describe("no isolation", () => {
  it("hands the variables over to a shell that was started without them", async () => {
    const variables = { LD_PRELOAD: "./evil.so", KEY: "a'b\nc", "odd.name": "1" };
    const { args, env, handedOver } = await isolate({ kind: "none" }, invocation(variables), settings);
    expect(args.slice(-2)).toEqual(["agent", "--acp"]);
    expect(Object.keys(env)).not.toContain("LD_PRELOAD");
    const shown = `${handedOver}printf %s "$LD_PRELOAD $KEY"`;
    expect(execFileSync("/bin/sh", ["-c", shown], { stdio: "pipe" }).toString()).toBe("./evil.so a'b\nc");
  });
});

describe("docker", () => {
  /** A program that behaves like the client of docker, and writes down how it was called. */
  function fakeDocker(daemonAnswers = true): string {
    const file = path.join(folder, "docker");
    const script = `#!/bin/sh\necho "$@" >>${folder}/calls\n[ "$1" != version ] || exit ${daemonAnswers ? 0 : 1}\n`;
    writeFileSync(file, script, { mode: 0o755 });
    return file;
  }
  /** It begins the program as the client does, with what it reads from the file of variables. */
  function workingDocker(): string {
    const file = path.join(folder, "docker");
    const reads = `while read -r line; do export "$line"; done </dev/fd/4; while [ "$1" != agents:1 ]; do shift; done; shift`;
    const script = `#!/bin/sh\necho "$@" >>${folder}/calls\n[ "$1" = run ] || exit 0\n${reads}\nexec "$@"\n`;
    writeFileSync(file, script, { mode: 0o755 });
    return file;
  }
  const start = (program: string, changes: Partial<IsolationSettings> = {}, more: Record<string, string> = {}) => {
    const env = { PATH: home, HOME: home, ANTHROPIC_API_KEY: "secret", SWITCHYARD_INSTRUCTIONS: "a\nb", ...more };
    return isolate({ kind: "docker", program }, invocation(env), { ...settings, ...changes });
  };

  it("without a daemon is refused", async () => {
    await expect(start(fakeDocker(false))).rejects.toThrow("its daemon does not answer");
  });

  it("without an image is refused", async () => {
    await expect(start(fakeDocker(), { dockerImage: null })).rejects.toThrow("dockerImage is missing");
  });

  it("gets the worktree, variables in no argument, and its container is removed", async () => {
    const { args, cleanUp, env, handedOver } = await start(fakeDocker());
    const line = args.join(" ");
    expect(line).toContain(`--mount type=bind,source=${worktree},target=${worktree} `);
    expect(line).toMatch(
      /--network none .*--env-file \/dev\/fd\/4 --env SWITCHYARD_INSTRUCTIONS agents:1 agent --acp$/,
    );
    expect(line).not.toContain("secret");
    expect(handedOver).toBe("ANTHROPIC_API_KEY=secret\n");
    expect(env["SWITCHYARD_INSTRUCTIONS"]).toBe("a\nb");
    await cleanUp();
    const [container] = /switchyard-[0-9a-f-]{36}/.exec(line) ?? [];
    expect(readFileSync(path.join(folder, "calls"), "utf8")).toContain(`rm --force ${container}\n`);
  });

  /** The arguments of the client, without the values that only it knows. */
  async function told(changes: Partial<IsolationSettings> = {}): Promise<string[]> {
    const { args } = await start(fakeDocker(), changes);
    return args.map((one) => one.replace(/switchyard-[0-9a-f-]{36}/, "NAME"));
  }
  const user = `${process.getuid?.()}:${process.getgid?.()}`;

  it("takes all rights, allows no new ones, and has no argument that would give any", async () => {
    const run = `run --rm --interactive --init --name NAME --workdir ${worktree} --network none`;
    const limits = `--cap-drop ALL --security-opt no-new-privileges --user ${user}`;
    const mounted = `--mount type=bind,source=${worktree},target=${worktree}`;
    const variables = "--env-file /dev/fd/4 --env SWITCHYARD_INSTRUCTIONS";
    // All of it: another option, such as the processes of the machine or a device, would be one too many.
    expect((await told()).join(" ")).toBe(`${run} ${limits} ${mounted} ${variables} agents:1 agent --acp`);
  });

  it("shows the worktree and what is named, and nothing else of the machine", async () => {
    const [readable, writable] = [path.join(mirror, "objects"), path.join(home, ".claude")];
    mkdirSync(writable);
    const args = await told({ readable: [readable], writable: [writable, path.join(home, "missing")] });
    const mounted = args.filter((_, index) => args[index - 1] === "--mount");
    expect(mounted).toEqual([
      `type=bind,source=${readable},target=${readable},readonly`,
      `type=bind,source=${writable},target=${writable}`,
      `type=bind,source=${worktree},target=${worktree}`,
    ]);
    expect(args.filter((one) => /^(-v|--volume|--device|--privileged|--pid|--ipc|--volumes-from)/.test(one))).toEqual(
      [],
    );
  });

  it.each(["host", "none"] as const)("is given the network of its configuration: %s", async (network) => {
    const args = await told({ network });
    expect(args.filter((_, index) => args[index - 1] === "--network")).toEqual([network]);
  });

  it("runs the program with its variables, and its container is removed, also one that must be killed", async () => {
    const calls = path.join(folder, "calls");
    const file = workingDocker();
    const surroundings = { passed: [], env: { KEY: "whisper" }, isolation: settings, grace };
    const isolation = { kind: "docker", program: file } as const;
    const place = { worktree, readable: [path.join(mirror, "objects")], env: {}, isolation, temporary: folder };
    const begin = (line: string) => {
      const command = ["/bin/sh", "-c", line];
      return launch(surroundings, place, { command, install: null, env: {}, joinsErrors: true, writable: [] });
    };
    const working = await begin("echo $KEY; pwd");
    expect(await text(working.output)).toBe(`whisper\n${worktree}\n`);
    await working.end();
    const hanging = await begin("trap '' TERM; echo ready; while :; do sleep 1; done");
    await once(hanging.output, "readable");
    await hanging.close();
    const lines = readFileSync(calls, "utf8").split("\n");
    const begun = lines.flatMap((line) => /^run .*--name (\S+)/.exec(line)?.[1] ?? []);
    expect(begun).toHaveLength(2);
    expect(lines.filter((line) => line.startsWith("rm "))).toEqual(begun.map((name) => `rm --force ${name}`));
    expect(lines.join("")).not.toContain("whisper");
  });

  it("also holds the git of a worktree, with no network and its own repository only", async () => {
    const program = fakeDocker();
    const gitIsolation = {
      isolation: { kind: "docker", program },
      dockerImage: "agents:1",
      patienceMs: 10_000,
    } as const;
    const { signal } = new AbortController();
    await isolatedGit({ folder: worktree, mirror, gitIsolation, signal }, ["status"]);
    const line =
      readFileSync(path.join(folder, "calls"), "utf8")
        .split("\n")
        .find((one) => one.startsWith("run ")) ?? "";
    const objects = path.join(mirror, "objects");
    expect(line).toContain(
      `--network none --cap-drop ALL --security-opt no-new-privileges --user ${user} --mount type=bind,source=${objects},target=${objects},readonly --mount type=bind,source=${worktree},target=${worktree} --env-file`,
    );
    expect(line).toMatch(/ agents:1 git .*status$/);
  });

  it("stages all files of a worktree, where git is known by its name alone", async () => {
    const isolation = { kind: "docker", program: workingDocker() } as const;
    const gitIsolation = { isolation, dockerImage: "agents:1", patienceMs: 10_000 };
    const git = (...args: string[]) => execFileSync("git", args, { cwd: worktree, encoding: "utf8" }).trim();
    rmSync(path.join(worktree, ".git"));
    git("init", "--quiet");
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
    git(...identity, "commit", "--quiet", "--allow-empty", "-m", "Begin");
    writeFileSync(path.join(worktree, "new.txt"), "new");
    const { signal } = new AbortController();
    const { head, tree } = await stageAll({ folder: worktree, mirror, gitIsolation, signal });
    expect(head).toBe(git("rev-parse", "HEAD"));
    expect(git("ls-tree", "--name-only", tree)).toBe("new.txt");
  });

  it("has a client that no project leads to another daemon or library", async () => {
    const variables = { DOCKER_HOST: "tcp://evil.example", LD_PRELOAD: "./evil.so", PATH: "bin" };
    const { env, handedOver } = await start(fakeDocker(), {}, variables);
    expect(JSON.stringify(env)).not.toContain("evil");
    expect(env["PATH"]).not.toBe("bin");
    expect(handedOver).toContain("DOCKER_HOST=tcp://evil.example\nLD_PRELOAD=./evil.so\n");
    await expect(start(fakeDocker(), {}, { KEY: "a\nDOCKER_HOST=x" })).rejects.toThrow("no variable of several lines");
  });
});

describe("bubblewrap", () => {
  it.each([
    ["public", false],
    ["forStarting", true],
  ] as const)(
    "shows a program below /etc, also where /etc has only what starts programs: %s",
    async (kind, isBound) => {
      const none = { program: "/usr/bin/bwrap", options: [], hidden: [], masked: [] };
      const git = "/etc/profiles/bin/git";
      const wanted = { ...invocation({}), file: git, own: [git], systemSettings: kind };
      const { handedOver } = await isolate({ kind: "bubblewrap", ...none }, wanted, settings);
      expect(handedOver.includes(`--ro-bind-try\0${git}\0${git}\0`)).toBe(isBound);
    },
  );
});

describe("the choice at the start", () => {
  const wish = { isolation: "auto" as const, folders: [], haveImages: false, cutOff: [] };
  const own = process.env["PATH"] ?? "";
  afterEach(() => {
    process.env["PATH"] = own;
  });
  /** Makes these the only programs that the runner finds. */
  function only(programs: Record<string, string>): string {
    const bin = path.join(folder, "bin");
    mkdirSync(bin, { recursive: true });
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    process.env["PATH"] = bin;
    return bin;
  }

  it("is refused where the configuration names what is missing or does not work", async () => {
    only({ docker: "exit 1" });
    await expect(chooseIsolation({ ...wish, isolation: "bubblewrap" })).rejects.toThrow(
      /bwrap was not found\. Install it/,
    );
    await expect(chooseIsolation({ ...wish, isolation: "docker" })).rejects.toThrow(
      "docker does not answer. Start it.",
    );
    process.env["PATH"] = home;
    await expect(chooseIsolation({ ...wish, isolation: "docker" })).rejects.toThrow("docker was not found");
  });

  it("is docker where bubblewrap is missing and all programs have an image, and else none", async () => {
    const bin = only({ docker: "exit 0" });
    const docker = { kind: "docker", program: path.join(bin, "docker") };
    expect((await chooseIsolation({ ...wish, haveImages: true })).isolation).toEqual(docker);
    expect(await chooseIsolation(wish)).toEqual({
      isolation: { kind: "none" },
      reach: expect.stringMatching(/^Agents run without isolation: they can do everything that user \S+ can\./),
    });
  });

  it("is refused where a program must not have the network and nothing would keep it from there", async () => {
    const cutOff = ["agents.main"];
    const refusal = 'agents.main.network is "none", but without isolation it has the network. Install bubblewrap';
    only({});
    for (const isolation of ["auto", "none"] as const) {
      await expect(chooseIsolation({ ...wish, isolation, cutOff })).rejects.toThrow(refusal);
      expect((await chooseIsolation({ ...wish, isolation })).isolation.kind).toBe("none");
    }
    only({ docker: "exit 0" });
    expect((await chooseIsolation({ ...wish, haveImages: true, cutOff })).isolation.kind).toBe("docker");
  });

  it("is never a program that isolates nothing", async () => {
    // It runs what it should enclose, with the rights of its user.
    only({ bwrap: `while [ "$1" != -- ]; do shift; done; shift; echo 000001ffffffffff` });
    await expect(chooseIsolation({ ...wish, isolation: "bubblewrap" })).rejects.toThrow("keeps rights of root");
    expect((await chooseIsolation(wish)).isolation.kind).toBe("none");
  });
});
