// Programs in isolation, started by a runner that is a process of its own: of root, and of an ordinary user.
import { execFileSync, spawnSync } from "node:child_process";
import type { StdioOptions } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Chosen } from "../src/agents/isolation/chooseIsolation";
import type { IsolationSettings, WantedIsolation } from "../src/agents/isolation/contract";
import { findOwnProgram } from "../src/agents/process/findProgram";
import { bundled } from "./bundled";

/** What the process `isolatedRunner.ts` reads. */
export interface Order {
  isolation: WantedIsolation;
  /** The folder of the runner. */
  folder: string;
  worktree: string;
  command: readonly string[];
  /** The variables of the project. */
  env: Record<string, string>;
  settings: IsolationSettings;
  /** What a runner with the same folder and environment has chosen. To choose takes two seconds of the processor. */
  chosen?: Chosen | undefined;
}

/** What it writes. */
export interface Outcome {
  chosen: Chosen;
  output: string;
  /** Why the program was not started. */
  refused: string | null;
}

export interface User {
  name: string;
  uid: number;
  gid: number;
}

/** Tests can start processes as these. The ordinary user of root's tests has what everybody has. */
export const users: readonly User[] =
  process.getuid?.() === 0
    ? [
        { name: "root", uid: 0, gid: 0 },
        { name: "an ordinary user", uid: 65_534, gid: 65_534 },
      ]
    : [{ name: "an ordinary user", uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }];

const hasBubblewrap = (await findOwnProgram("bwrap")) !== null;
/** Continuous integration must not pass without it. */
export const isTried = hasBubblewrap || process.env["ISOLATION_REQUIRED"] !== undefined;

const standard: IsolationSettings = { readable: [], writable: [], network: "none", dockerImage: null };

const program = bundled(new URL("isolatedRunner.ts", import.meta.url));

/** Makes a machine for the tests of a group. Returns the way to it, since it exists only while they run. */
export function machineFor(user: User): () => Machine {
  let machine: Machine;
  let umask: number;
  beforeAll(() => {
    // The ordinary user must be able to read what this process makes, also after an engine has run in it.
    umask = process.umask(0o022);
    machine = new Machine(user);
  });
  afterAll(() => {
    machine.remove();
    process.umask(umask);
  });
  return () => machine;
}

/** A runner's folder with a repository and a worktree, a home with a secret, and a file outside of both. */
export class Machine {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), "switchyard-isolation-")));
  readonly home = path.join(this.folder, "home");
  readonly runner = path.join(this.folder, "runner");
  readonly mirror = path.join(this.runner, "repositories/shop.git");
  worktree = path.join(this.runner, "worktrees/run-1");
  /** A file that only root may read, and that what starts the runner leaves open. */
  readonly leftOpen = path.join(this.folder, "left-open");
  private readonly program = path.join(this.folder, "runner.mjs");
  private chosen: Chosen | undefined;

  constructor(private readonly user: User) {
    for (const place of [this.home, this.mirror]) mkdirSync(place, { recursive: true });
    chmodSync(this.folder, 0o755);
    writeFileSync(path.join(this.home, "secret"), "of the runner");
    writeFileSync(path.join(this.folder, "outside"), "kept");
    this.makeRepository();
    writeFileSync(this.program, program);
    if (process.getuid?.() === 0) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, this.folder]);
    writeFileSync(this.leftOpen, "left open", { mode: 0o600 });
  }

  /** Starts a runner as the user, which starts the command in isolation. */
  run(command: readonly string[], order: Partial<Order> = {}, runnerEnv: Record<string, string> = {}): Outcome {
    const { folder, worktree, user } = { folder: this.runner, worktree: this.worktree, user: this.user };
    // A worktree reads the objects of its mirror.
    const asked = order.settings ?? standard;
    const settings = { ...asked, readable: [path.join(this.mirror, "objects"), ...asked.readable] };
    const isUsual = Object.keys(runnerEnv).length === 0 && order.isolation === undefined && order.folder === undefined;
    const chosen = isUsual ? this.chosen : undefined;
    const whole: Order = { isolation: "bubblewrap", folder, worktree, command, env: {}, chosen, ...order, settings };
    const env = { PATH: process.env["PATH"] ?? "", HOME: this.home, ...runnerEnv };
    const asUser = process.getuid?.() === 0 ? { uid: user.uid, gid: user.gid } : {};
    const open = openSync(this.leftOpen, "r");
    // Node closes those up to 15 for what it starts.
    const stdio: StdioOptions = ["pipe", "pipe", "pipe", ...Array.from({ length: 20 }, () => "ignore" as const), open];
    const options = { cwd: this.folder, env, stdio, input: JSON.stringify(whole), timeout: 60_000, ...asUser };
    const { stdout, stderr, status } = spawnSync(process.execPath, [this.program], options);
    closeSync(open);
    if (status !== 0) throw new Error(`The runner ended with ${status}: ${stderr.toString()}`);
    const outcome = JSON.parse(stdout.toString()) as Outcome;
    if (isUsual) this.chosen = outcome.chosen;
    return outcome;
  }

  /** Returns what a script writes in bubblewrap. Throws when it was not started. */
  inside(script: string, settings: Partial<IsolationSettings> = {}, env: Record<string, string> = {}): string {
    const { output, refused } = this.run(["/bin/sh", "-c", script], { env, settings: { ...standard, ...settings } });
    if (refused !== null) throw new Error(refused);
    return output;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private makeRepository(): void {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: this.mirror, stdio: "pipe" }).toString().trim();
    git("init", "--quiet", "--bare", "--initial-branch=main");
    const tree = git("hash-object", "-t", "tree", "-w", "/dev/null");
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
    git("update-ref", "refs/heads/main", git(...identity, "commit-tree", "-m", "Begin", tree));
    git("clone", "--quiet", "--shared", this.mirror, this.worktree);
  }
}
