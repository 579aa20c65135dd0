// A repository on this machine that somebody has filled with programs for the git of the runner's user.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git } from "../../tests/worktrees";
import { NamedLocks } from "./locks";
import { openMirror } from "./mirror";
import { push } from "./push";
import { readRemoteBranches } from "./remoteBranches";

const { signal } = new AbortController();
let folder: string;
let repository: string;
let ran: string;
let program: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-local-"));
  [repository, ran, program] = [path.join(folder, "shop"), path.join(folder, "ran"), path.join(folder, "program")];
  git(folder, "init", "--quiet", "--initial-branch=main", repository);
  git(repository, "commit", "--quiet", "--allow-empty", "-m", "begin");
  writeFileSync(program, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hooks = ["pre-receive", "update", "post-receive", "post-update", "reference-transaction", "push-to-checkout"];
const traps: [string, () => void][] = [
  ...hooks.map((name): [string, () => void] => [
    `the hook ${name}`,
    () => {
      const hook = path.join(repository, ".git/hooks", name);
      writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`);
      chmodSync(hook, 0o755);
      git(repository, "config", "receive.denyCurrentBranch", "updateInstead");
    },
  ]),
  [
    "the listing of an alternate",
    () => {
      git(folder, "clone", "--quiet", "--bare", repository, path.join(folder, "other.git"));
      writeFileSync(
        path.join(repository, ".git/objects/info/alternates"),
        `${path.join(folder, "other.git/objects")}\n`,
      );
      git(repository, "config", "core.alternateRefsCommand", program);
    },
  ],
  [
    "the filter of a branch that is checked out",
    () => {
      mkdirSync(path.join(repository, ".git/info"), { recursive: true });
      writeFileSync(path.join(repository, ".git/info/attributes"), "* filter=evil\n");
      git(repository, "config", "filter.evil.smudge", program);
      git(repository, "config", "receive.denyCurrentBranch", "updateInstead");
    },
  ],
];

it.each(traps)("runs nothing for %s, neither when it is read nor when something is pushed", async (_, lay) => {
  lay();
  rmSync(ran, { force: true });
  const gitIsolation = { isolation: { kind: "none" }, dockerImage: null, patienceMs: 60_000 } as const;
  const [parent, quarantine] = [path.join(folder, "mirrors"), path.join(folder, "quarantine")];
  const own = { projectId: "project_1", parent, quarantine, gitIsolation, locks: new NamedLocks(), signal };
  const mirror = await openMirror({ url: repository, credential: null, ...own, tell: () => {} });
  const cwd = path.join(folder, "empty");
  mkdirSync(cwd);
  const { commits } = await readRemoteBranches(repository, { cwd, credential: null, signal });
  const [main = ""] = commits.values();
  writeFileSync(path.join(folder, "new.txt"), "new\n");
  const blob = git(mirror.folder, "hash-object", "-w", path.join(folder, "new.txt"));
  const index = path.join(folder, "entries");
  writeFileSync(index, `100644 blob ${blob}\tnew.txt\n`);
  const tree = git(mirror.folder, "-c", `alias.make=!git mktree <${index}`, "make");
  const commit = git(mirror.folder, "commit-tree", "-m", "new", "-p", main, tree);
  await push(mirror, { branch: "run", commit }, signal);
  expect(git(repository, "rev-parse", "run")).toBe(commit);
  await expect(push(mirror, { branch: "main", commit }, signal)).rejects.toThrow("The host refuses the push");
  expect(existsSync(ran)).toBe(false);
});
