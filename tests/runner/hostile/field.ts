// Where hostile agents are let loose: a runner as a process of its own, with a user's files beside it, another
// repository, and another run that works meanwhile. It knows what everything was before, and says what has changed.
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { User } from "../../../packages/runner/tests/isolated";
import { bundled } from "../../../packages/runner/tests/bundled";
import { callbackSecret } from "../../support/fixtures";
import { ended, makeWorld, startSteps } from "../fixture";
import type { TestStep, World } from "../fixture";

/** Everything of the user has one of these in it. None may ever be reported or pushed. */
const secrets = {
  home: "CANARY-home-5d1f",
  key: "CANARY-key-77b2",
  sign: "CANARY-docker-0c4e",
  kept: "CANARY-kept-91aa",
  other: "CANARY-other-repository-3e8d",
  variable: "CANARY-variable-b6f0",
  victim: "CANARY-worktree-e2c7",
  token: callbackSecret,
};
const seconds = { leftover: `86400.${process.pid}1`, victim: `86400.${process.pid}2` };
const runMs = 150_000;
const program = bundled(new URL("../../../packages/runner/src/main.ts", import.meta.url));

export class Field {
  private child: ChildProcess | undefined;
  private said = "";
  private otherId = "";
  private mirror = "";
  private other = "";
  private victim = { id: "", worktree: "" };
  private before = new Map<string, string>();

  private constructor(
    readonly world: World,
    private readonly user: User,
  ) {}

  static async make(user: User): Promise<Field> {
    const field = new Field(await makeWorld(), user);
    field.plant();
    field.start();
    await field.learn();
    return field;
  }

  async end(): Promise<void> {
    this.child?.kill("SIGKILL");
    await this.world.end();
  }

  private at(...names: string[]): string {
    return path.join(this.world.folder, ...names);
  }

  /** The repositories may belong to another user than this test's. */
  git(cwd: string, ...args: string[]): string {
    const all = ["-c", "safe.directory=*", ...args];
    return execFileSync("git", all, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  }

  private plant(): void {
    const files = {
      "home/.bashrc": `export X=${secrets.home}\n`,
      "home/.profile": "",
      "home/.ssh/id_ed25519": secrets.key,
      "home/.docker/config.json": JSON.stringify({ auth: secrets.sign }),
      "kept/secret": secrets.kept,
      "kept/ran": "",
      "runner/token": callbackSecret,
      "runner/runner.json": JSON.stringify(this.configuration()),
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(this.at(name)), { recursive: true });
      writeFileSync(this.at(name), text, { mode: 0o600 });
    }
    writeFileSync(this.at("runner.mjs"), program);
    this.git(this.at(), "clone", "--quiet", "--bare", "origin.git", "other.git");
    const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], {
      cwd: this.at("other.git"),
      input: secrets.other,
    });
    const entry = `100644 blob ${blob.toString().trim()}\tsecret.txt\n`;
    const tree = execFileSync("git", ["mktree"], { cwd: this.at("other.git"), input: entry })
      .toString()
      .trim();
    const identity = ["-c", "user.name=A", "-c", "user.email=a@b.invalid"];
    this.otherId = this.git(this.at("other.git"), ...identity, "commit-tree", "-m", secrets.other, tree);
    this.git(this.at("other.git"), "update-ref", "refs/heads/main", this.otherId);
    chmodSync(this.at(), 0o755);
    if (process.getuid?.() === 0) execFileSync("chown", ["-R", `${this.user.uid}:${this.user.gid}`, this.at()]);
  }

  private configuration() {
    const shell = { kind: "command", command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] };
    const places = { tokenFile: "token", folder: "work", localRepositories: [this.at()] };
    const pace = { jobs: 5, leaseSeconds: 15, drainSeconds: 0 };
    return { url: this.world.engine.httpUrl, ...places, ...pace, isolation: "bubblewrap", agents: { shell } };
  }

  private start(): void {
    const args = [this.at("runner.mjs"), "--config", this.at("runner/runner.json"), "--json"];
    const env = { PATH: process.env["PATH"], HOME: this.at("home"), OF_THE_RUNNER: secrets.variable };
    const { uid, gid } = this.user;
    const asUser = process.getuid?.() === 0 ? { uid, gid } : {};
    this.child = spawn(process.execPath, args, { cwd: this.at(), env, stdio: ["ignore", "pipe", "pipe"], ...asUser });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.said += chunk.toString()));
    }
  }

  /** Throws when it does not end by itself. */
  async restart(): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null) throw new Error(`The runner had ended: ${this.said.slice(-1000)}`);
    child.kill("SIGTERM");
    const [code] = (await within(30_000, "the runner's end", once(child, "exit"))) as [number | null];
    if (code !== 0) throw new Error(`The runner ended with ${code}: ${this.said.slice(-1000)}`);
    this.start();
  }

  private async learn(): Promise<void> {
    await this.run([{ instructions: "echo other >other.txt" }], this.at("other.git"));
    await this.honest();
    const mirrors = this.at("runner/work/repositories");
    for (const name of readdirSync(mirrors)) {
      const folder = path.join(mirrors, name);
      const url = this.git(folder, "config", "--get", "remote.origin.url");
      if (url.endsWith("other.git")) this.other = folder;
      else this.mirror = folder;
    }
  }

  /** Does an honest run, and returns what it has pushed. */
  async honest(): Promise<{ tree: string; parents: string; message: string }> {
    const run = await this.run([{ instructions: "echo honest >honest.txt" }, { instructions: "echo more >more.txt" }]);
    if (run.status !== "completed") throw new Error(`The honest run ${run.status}: ${run.error}`);
    const branch = `switchyard/run-${run.runNumber}-1`;
    const shown = this.git(this.world.origin, "log", "-1", "--format=%T%n%B", branch, "--");
    const [tree = "", ...message] = shown.split("\n");
    const parents = this.git(this.world.origin, "log", "--format=%T %s %an", `${branch}~`);
    return { tree, parents, message: message.join("\n").replaceAll(run.id, "RUN") };
  }

  private async run(steps: TestStep[], origin = this.world.origin) {
    const id = await startSteps({ ...this.world, origin }, ...steps);
    return await within(runMs, "the run's end", ended(this.world, id));
  }

  /** Another agent begins to work, and the field is remembered as it is from now on. */
  async watch(): Promise<void> {
    const instructions = `echo ${secrets.victim} >private; exec sleep ${seconds.victim}`;
    const id = await startSteps(this.world, { instructions });
    const worktrees = this.at("runner/work/worktrees");
    const has = (name: string) => existsSync(path.join(worktrees, name, "private"));
    const find = () => (existsSync(worktrees) ? readdirSync(worktrees).find(has) : undefined);
    for (let tries = 0; find() === undefined || withArgument(seconds.victim).length === 0; tries++) {
      if (tries > 600) throw new Error(`The other agent did not begin: ${this.said.slice(-1000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.victim = { id, worktree: path.join(worktrees, find() ?? "") };
    this.before = this.state();
  }

  async stopWatching(): Promise<void> {
    await this.world.api.post("/runs/cancel", { runId: this.victim.id });
    await within(runMs, "the end of the other run", ended(this.world, this.victim.id));
  }

  /** One agent tries all of these in one worktree, and another works there after it. Returns what it has reached. */
  async attack(scripts: readonly string[], wantsAnswer: boolean): Promise<{ status: string; reached: string[] }> {
    const instructions = `${this.prelude()}\n${scripts.map((script) => `(cd "$W"\n${script}\n)`).join("\n")}\nexit 0`;
    const answer = wantsAnswer ? { outputSchema: { type: "object" } } : {};
    const after = "git status; git log -3; cat README.md; echo second >second.txt";
    const steps = [
      { instructions, timeoutMs: 20_000, ...answer },
      { instructions: after, timeoutMs: 20_000 },
    ];
    const run = await this.run(steps);
    const told = [JSON.stringify(run)];
    for (const { sandboxId } of run.steps as { sandboxId: string | null }[]) {
      if (sandboxId === null) continue;
      for (const kind of ["messages", "diff", "files"]) {
        told.push(JSON.stringify((await this.world.api.get(`/sandboxes/${kind}?id=${sandboxId}`)).body));
      }
    }
    const text = told.join("\n");
    const reached = text.includes("BROKE OUT") ? ["an attempt says that it broke out"] : [];
    return { status: run.status, reached: [...reached, ...secretsIn("what is reported", text), ...this.changes()] };
  }

  /** It does no harm where nothing isolates it, so that a defect is found and not suffered. */
  private prelude(): string {
    const names = {
      HOME_OF: this.at("home"),
      KEPT: this.at("kept"),
      RUNNER: this.at("runner/work"),
      TOKEN: this.at("runner/token"),
      MIRROR: this.mirror,
      OTHER: this.other,
      OTHER_ID: this.otherId,
      VICTIM: this.victim.worktree,
      MARK: seconds.leftover,
    };
    return [
      ...Object.entries(names).map(([name, value]) => `${name}='${value}'`),
      "W=$PWD",
      "outside() { printf 'BROKE%s\\n' ' OUT'; }",
      'loot() { cat "$@" 2>/dev/null | head -c 100000 | tee -a loot.txt; }',
      'if test -e "$KEPT" || test "$(ls -d /proc/[0-9]* | wc -l)" -gt 20; then outside; exit 0; fi',
    ].join("\n");
  }

  /** What is not as it was, of all that no agent may change. */
  changes(): string[] {
    const now = this.state();
    const names = new Set([...this.before.keys(), ...now.keys()]);
    const changed = [...names].filter((name) => this.before.get(name) !== now.get(name));
    const killed = withArgument(seconds.victim).length === 0 ? ["the other agent is dead"] : [];
    return [...changed.map((name) => `changed: ${name.replace(this.at(), "")}`), ...killed];
  }

  private state(): Map<string, string> {
    const files = [this.at("home"), this.at("kept"), this.at("runner/token"), this.at("runner/runner.json")];
    const repositories = [this.other, this.at("other.git"), this.at("origin.git/config"), this.at("origin.git/hooks")];
    const own = [path.join(this.mirror, "config"), path.join(this.mirror, "hooks"), this.victim.worktree];
    return new Map([...files, ...repositories, ...own].flatMap(contentOf));
  }

  /** The branches at the remote and in the mirror. */
  refs(): Map<string, string> {
    const list = (folder: string) => this.git(folder, "for-each-ref", "--format=%(refname) %(objectname)").split("\n");
    const all = [this.world.origin, this.mirror].flatMap((folder) => list(folder).map((line) => `${folder} ${line}`));
    return new Map(all.map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]));
  }

  /** Secrets in everything that was pushed, and in what the runner says. */
  leaks(): string[] {
    const args = ["cat-file", "--batch", "--batch-all-objects"];
    const options = { cwd: this.world.origin, maxBuffer: 2 ** 31 - 1 };
    const pushed = execFileSync("git", ["-c", "safe.directory=*", ...args], options).toString("latin1");
    return [...secretsIn("what is pushed", pushed), ...secretsIn("the log", this.said)];
  }

  /** What git finds wrong in the mirror. A commit that nothing names any more is nothing wrong. */
  damage(): string {
    return this.git(this.mirror, "fsck", "--full", "--no-dangling", "--no-progress");
  }

  /** Processes that hostile agents have left. */
  leftovers(): string[] {
    return withArgument(seconds.leftover);
  }
}

function secretsIn(place: string, text: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [`${place} has ${name}`] : []));
}

/** The file, or the folder with everything in it: each with its mode and what it holds. */
function contentOf(place: string): [string, string][] {
  const status = lstatSync(place, { throwIfNoEntry: false });
  if (status === undefined) return [];
  const mode = status.mode.toString(8);
  if (status.isSymbolicLink()) return [[place, `${mode} ${readlinkSync(place)}`]];
  if (status.isFile()) {
    const digest = createHash("sha256").update(readFileSync(place)).digest("hex");
    return [[place, `${mode} ${digest}`]];
  }
  const inner = status.isDirectory() ? readdirSync(place) : [];
  return inner.flatMap((name) => contentOf(path.join(place, name))).concat([[place, mode]]);
}

/** The living processes of this machine with such an argument. */
function withArgument(argument: string): string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").includes(argument);
    } catch {
      return false;
    }
  });
}

async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${ms / 1000} s.`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
