// Each isolation is tried with real processes where its program is installed. Where it is missing it is refused.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findProgram } from "../process/findProgram";
import type { Enclosed, IsolationSettings } from "./contract";
import { Refused } from "./contract";
import { gitFolders } from "./gitFolders";
import { enclose } from "./isolation";

let folder: string;
let home: string;
let worktree: string;
let mirror: string;

const settings: IsolationSettings = { readable: [], writable: [], network: "none", dockerImage: "agents:1" };
const searched = process.env["PATH"] ?? "";
const bubblewrap = await findProgram("bwrap", searched, "/");

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

function enclosed(
  isolation: "none" | "bubblewrap" | "docker",
  script: string,
  changes: Partial<IsolationSettings> = {},
) {
  const env = { PATH: searched, HOME: home };
  const invocation = { file: "/bin/sh", args: ["-c", script], worktree, env, writable: [] };
  return enclose(isolation, invocation, { ...settings, ...changes });
}

function missing(error: unknown): string {
  return error instanceof Refused && error.message.includes("bwrap was not found") ? "missing" : String(error);
}

/** Returns the output of a program, and what it wrote to its standard error. */
function outputOf({ file, args, env }: Enclosed): string {
  return execFileSync(file, args, { env, cwd: worktree, stdio: "pipe" }).toString();
}

describe("the folders of git that a worktree needs", () => {
  it("are the repository, its objects and the part of the worktree, with the dangerous files protected", async () => {
    const own = path.join(mirror, "worktrees/worktree");
    expect(await gitFolders(worktree)).toEqual({
      readable: [mirror],
      writable: [path.join(mirror, "objects"), own],
      protected: [
        path.join(worktree, ".git"),
        ...["commondir", "gitdir", "config.worktree"].map((name) => path.join(own, name)),
      ],
    });
  });

  it("are none where there is no repository", async () => {
    expect(await gitFolders(home)).toEqual({ readable: [], writable: [], protected: [] });
  });
});

describe("no isolation", () => {
  it("runs the program as it is", async () => {
    const { file, args } = await enclosed("none", "true");
    expect([file, ...args]).toEqual(["/bin/sh", "-c", "true"]);
  });
});

describe("bubblewrap that is missing", () => {
  it("is refused with a way out", async () => {
    const invocation = { file: "/bin/true", args: [], worktree, env: { PATH: home }, writable: [] };
    const refused = enclose("bubblewrap", invocation, settings);
    await expect(refused).rejects.toThrow(Refused);
    await expect(refused).rejects.toThrow(/bwrap was not found\. Install it .*, or set isolation to docker or none\./);
  });
});

describe(`bubblewrap, which is ${bubblewrap === null ? "missing" : "installed"} here`, () => {
  /** Runs a script in the isolation. Where that is missing, the refusal is all that there is to see. */
  async function inside(script: string, changes: Partial<IsolationSettings> = {}): Promise<string> {
    const wanted = enclosed("bubblewrap", script, changes);
    if (bubblewrap === null) return wanted.then(() => "not refused", missing);
    return outputOf(await wanted);
  }
  const unlessMissing = (text: string) => (bubblewrap === null ? "missing" : text);

  it("lets the agent work and commit in its worktree", async () => {
    const commit = "git -c user.name=A -c user.email=a@b.invalid commit --quiet -m Done";
    const output = await inside(`echo new >a.txt && git add a.txt && ${commit} && git log --format=%s && pwd`);
    expect(output).toBe(unlessMissing(`Done\nBegin\n${worktree}\n`));
  });

  it("hides the home and everything else but the system", async () => {
    const output = await inside(
      `ls -A ${home}; cat ${folder}/outside 2>&1; ls /root /home 2>/dev/null; ls /usr >/dev/null`,
    );
    expect(output).toBe(unlessMissing(`cat: ${folder}/outside: No such file or directory\n`));
  });

  it("shows what is named, read-only or writable", async () => {
    const outside = path.join(folder, "outside");
    const read = await inside(`cat ${outside}; (echo x >${outside}) 2>/dev/null || echo refused`, {
      readable: [outside],
    });
    expect(read).toBe(unlessMissing("keptrefused\n"));
    await inside(`echo changed >${outside}`, { writable: [outside] });
    expect(readFileSync(outside, "utf8")).toBe(bubblewrap === null ? "kept" : "changed\n");
  });

  it("protects what makes the runner's git run programs", async () => {
    const attempts = [
      `echo '[core]' >${mirror}/config`,
      `echo x >${mirror}/hooks/pre-commit`,
      `rm -f .git`,
      `mv .git other`,
      `echo x >.git`,
      `echo x >${mirror}/worktrees/worktree/commondir`,
      `git config core.fsmonitor ./evil`,
      `git update-ref refs/heads/main HEAD`,
      `echo x >/usr/evil`,
    ];
    const script = attempts
      .map((attempt, index) => `(${attempt}) >/dev/null 2>&1 && echo "${index} worked"`)
      .join("; ");
    expect(await inside(`${script}; echo end`)).toBe(unlessMissing("end\n"));
  });

  it("shows no other process, and no network where there is none", async () => {
    const processes = await inside("ls /proc | grep -c '^[0-9]*$'");
    expect(Number(processes) < 8 || processes === "missing").toBe(true);
    const links = "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '";
    expect(await inside(links)).toBe(unlessMissing("lo\n"));
  });

  it("is not left by a worktree whose name is a link", async () => {
    const alias = path.join(folder, "alias");
    symlinkSync(worktree, alias);
    worktree = alias;
    writeFileSync(path.join(worktree, "a.txt"), "a");
    expect(await inside("cat a.txt && echo b >b.txt && pwd")).toBe(unlessMissing(`a${alias}\n`));
    expect(await inside("cat b.txt")).toBe(unlessMissing("b\n"));
  });
});

describe("docker", () => {
  /** A program that behaves like the client of docker, and writes down how it was called. */
  function fakeDocker(daemonAnswers: boolean): string {
    const bin = path.join(folder, "bin");
    mkdirSync(bin);
    const script = `#!/bin/sh\necho "$@" >>${folder}/calls\n[ "$1" != version ] || exit ${daemonAnswers ? 0 : 1}\n`;
    writeFileSync(path.join(bin, "docker"), script, { mode: 0o755 });
    return bin;
  }
  const start = (PATH: string, changes: Partial<IsolationSettings> = {}) => {
    const env = { PATH, HOME: home, ANTHROPIC_API_KEY: "secret" };
    const invocation = { file: "agent", args: ["--acp"], worktree, env, writable: [] };
    return enclose("docker", invocation, { ...settings, ...changes });
  };

  it("that is missing is refused", async () => {
    await expect(start(home)).rejects.toThrow("the program docker was not found");
  });

  it("without a daemon is refused", async () => {
    await expect(start(`${fakeDocker(false)}:${searched}`)).rejects.toThrow("its daemon does not answer");
  });

  it("without an image is refused", async () => {
    await expect(start(`${fakeDocker(true)}:${searched}`, { dockerImage: null })).rejects.toThrow(
      "dockerImage is missing",
    );
  });

  it("gets the worktree, the names of variables without their values, and its container is removed", async () => {
    const { args, cleanUp, env } = await start(`${fakeDocker(true)}:${searched}`);
    const line = args.join(" ");
    expect(line).toContain(`--mount type=bind,source=${worktree},target=${worktree} `);
    expect(line).toContain(
      `--mount type=bind,source=${path.join(worktree, ".git")},target=${path.join(worktree, ".git")},readonly`,
    );
    expect(line).toMatch(/--network none .*--env ANTHROPIC_API_KEY agents:1 agent --acp$/);
    expect(line).not.toContain("secret");
    expect(line).not.toContain("--env HOME");
    // Docker refuses to mount a file that does not exist, and git has not made this one.
    expect(line).not.toContain("config.worktree");
    expect(env["ANTHROPIC_API_KEY"]).toBe("secret");
    await cleanUp();
    const [container] = /switchyard-[0-9a-f-]{36}/.exec(line) ?? [];
    expect(readFileSync(path.join(folder, "calls"), "utf8")).toContain(`rm --force ${container}\n`);
  });
});
