// What an agent does to the git of its worktree stays there. Each attack is tried behind bubblewrap, where it must
// reach nothing outside, and those that are about objects also without isolation.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gitsIn } from "../../tests/processes";
import { git, RunnerFolder } from "../../tests/worktrees";
import { tryBubblewrap } from "../agents/isolation/bubblewrap";
import type { Isolation } from "../agents/isolation/contract";
import { findOwnProgram } from "../agents/process/findProgram";
import { importObjects, UnusableRepositoryError } from "./importObjects";
import { commitStep, saveUncommittedWork, resetTo, standardAuthor } from "./commits";
import { git as ownGit } from "./git";
import { isolatedGit, isolatedShell } from "./isolatedGit";
import { checkoutOf, namesOf } from "./mirror";
import type { WorktreeMirror } from "./mirror";
import { asOrdinaryUser } from "../../tests/ordinaryUser";
import { removesTraps } from "./removeTraps";
import { removeWorktree } from "./removeWorktree";
import { deleteWorktree, removeIfClean } from "./worktree";

const program = await findOwnProgram("bwrap");
const tried = program === null ? "bwrap is missing" : await tryBubblewrap(program, []);
const bubblewrap: Isolation[] = typeof tried === "string" ? [] : [tried];
// Continuous integration must not pass without it.
if (typeof tried === "string" && process.env["ISOLATION_REQUIRED"] !== undefined) throw new Error(tried);

let place: RunnerFolder;
let worktree: string;
let start: string;
let outside: string;

beforeEach(async () => {
  place = new RunnerFolder();
  worktree = await place.worktree("run");
  start = git(worktree, "rev-parse", "HEAD");
  outside = path.join(place.folder, "outside");
});
afterEach(() => place.remove());

function commit(mirror: WorktreeMirror): Promise<string> {
  const where = { mirror, worktree: { folder: worktree, branch: "run", base: start, isAdopted: true }, start };
  return commitStep({ ...where, title: "Step", text: "", runId: "run", turn: 0, round: 0, author: standardAuthor });
}

/** Everything that the runner does with git where an agent has been. Broken git may fail, but must do no harm. */
async function everything(mirror: WorktreeMirror): Promise<void> {
  await commit(mirror).catch(() => undefined);
  await saveUncommittedWork(mirror, worktree, "run", standardAuthor).catch(() => undefined);
  await resetTo(mirror, worktree, start).catch(() => undefined);
  await removeIfClean(mirror, worktree);
}

/** Settings with which git waits for ever. */
function holdGit(): void {
  execFileSync("mkfifo", [path.join(worktree, "pipe")]);
  git(worktree, "config", "include.path", path.join(worktree, "pipe"));
}

const links = [
  "index",
  "HEAD",
  "logs/HEAD",
  "COMMIT_EDITMSG",
  "index.lock",
  "objects/pack",
  "info/exclude",
  "ORIG_HEAD",
];

describe.each(bubblewrap)("behind $kind", (isolation) => {
  it.each(links)("a link in place of .git/%s leads the runner's git nowhere", async (name) => {
    const link = path.join(worktree, ".git", name);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(outside, link);
    writeFileSync(path.join(worktree, "x\nssh-ed25519 AAAA\ny"), "");
    await everything(place.home(isolation));
    expect(existsSync(outside)).toBe(false);
  });

  it.each([".git/index", ".git/config", ".git/info/exclude", ".gitattributes", ".gitignore", "in/.gitattributes"])(
    "git does not wait at a FIFO in place of %s, nor where a link leads to one",
    async (name) => {
      const trap = path.join(worktree, name);
      for (const pipe of [trap, path.join(worktree, "pipe")]) {
        mkdirSync(path.dirname(pipe), { recursive: true });
        rmSync(pipe, { force: true });
        execFileSync("mkfifo", [pipe]);
      }
      writeFileSync(path.join(worktree, "a.txt"), "a");
      await commit(place.home(isolation));
      rmSync(trap, { force: true });
      symlinkSync(path.join(worktree, "pipe"), trap);
      const made = await commit(place.home(isolation));
      expect(git(place.mirror, "show", `${made}:a.txt`)).toBe("a");
    },
  );

  it("no filter of an agent is run, so none holds git", async () => {
    git(worktree, "config", "filter.evil.clean", "sleep 3600 & cat; echo filtered");
    writeFileSync(path.join(worktree, ".gitattributes"), "[attr]through filter=evil\n*.txt through\n* filter=evil\n");
    writeFileSync(path.join(worktree, ".git/info/attributes"), "*.txt filter=evil");
    writeFileSync(path.join(worktree, "a.txt"), "a");
    const made = await commit(place.home(isolation));
    expect(git(place.mirror, "show", `${made}:a.txt`)).toBe("a");
  });

  it("an abort ends all git in a worktree at once, also where an agent holds it", async () => {
    holdGit();
    const over = new AbortController();
    const mirror = place.home(isolation, over);
    const works: (() => Promise<unknown>)[] = [
      () => commit(mirror),
      () => saveUncommittedWork(mirror, worktree, "run", standardAuthor),
      () => resetTo(mirror, worktree, start),
      () => importObjects(checkoutOf(mirror, worktree), [start]),
      () => removeIfClean(mirror, worktree),
    ];
    const ends = Promise.allSettled(works.map((work) => work()));
    await expect.poll(() => gitsIn(worktree)).toHaveLength(works.length);
    const [reason, atMs] = [new Error("The run was cancelled."), performance.now()];
    over.abort(reason);
    expect(await ends).toEqual(works.map(() => ({ status: "rejected", reason })));
    expect(performance.now() - atMs).toBeLessThan(4000);
    expect(gitsIn(worktree)).toEqual([]);
    await expect(commit(mirror)).rejects.toBe(reason);
  });

  it("the settings of the worktree's repository reach nothing outside", async () => {
    const evil = path.join(worktree, "evil");
    writeFileSync(evil, `#!/bin/sh\ntouch ${outside}\ncat\n`, { mode: 0o755 });
    const settings = ["filter.evil.clean", "filter.evil.smudge", "core.fsmonitor", "core.sshCommand", "core.editor"];
    for (const name of settings) git(worktree, "config", name, evil);
    git(worktree, "config", "gpg.program", evil);
    git(worktree, "config", "commit.gpgSign", "true");
    writeFileSync(path.join(worktree, ".gitattributes"), "* filter=evil\n");
    const made = await commit(place.home(isolation));
    expect(existsSync(outside)).toBe(false);
    expect(git(place.mirror, "show", `${made}:.gitattributes`)).toBe("* filter=evil");
  });
});

describe.each([{ kind: "none" } as const, ...bubblewrap])("with $kind", (isolation) => {
  it("commits what the agent has committed and what it has left, on top of the step's beginning", async () => {
    const mirror = place.home(isolation);
    writeFileSync(path.join(worktree, "a.txt"), "a");
    git(worktree, "add", "--all");
    git(worktree, "commit", "--quiet", "-m", "by the agent");
    writeFileSync(path.join(worktree, "b.txt"), "b");
    const made = await commit(mirror);
    expect(git(place.mirror, "log", "--format=%s", "run")).toBe("Step\nby the agent\nbegin");
    expect(git(place.mirror, "ls-tree", "--name-only", made)).toBe("a.txt\nb.txt");
    expect(git(worktree, "status", "--porcelain", "--branch")).toBe("## HEAD (no branch)");
    expect(git(worktree, "rev-parse", "HEAD")).toBe(made);
    expect(await removeIfClean(mirror, worktree)).toBe(true);
  });

  it("an object whose content is not what its hash says never comes into the mirror", async () => {
    writeFileSync(path.join(worktree, "a.txt"), "good");
    git(worktree, "add", "--all");
    git(worktree, "commit", "--quiet", "-m", "good");
    const objects = path.join(worktree, ".git/objects");
    const placeOf = (id: string) => path.join(objects, id.slice(0, 2), id.slice(2));
    const good = git(worktree, "rev-parse", "HEAD:a.txt");
    writeFileSync(path.join(worktree, "other"), "evil");
    const evil = git(worktree, "hash-object", "-w", "other");
    rmSync(placeOf(good));
    renameSync(placeOf(evil), placeOf(good));
    const mirror = place.home(isolation);
    await expect(importObjects(checkoutOf(mirror, worktree), [git(worktree, "rev-parse", "HEAD")])).rejects.toThrow(
      UnusableRepositoryError,
    );
    expect(() => git(place.mirror, "cat-file", "-t", good)).toThrow("cat-file");
    expect(git(place.mirror, "count-objects", "-v")).toMatch(/^garbage: 0$/m);
  });

  it("commits of another repository, borrowed through alternates, never come into the mirror", async () => {
    const other = path.join(place.folder, "repositories/other.git");
    git(place.folder, "init", "--quiet", "--bare", other);
    const secret = git(other, "commit-tree", "-m", "secret", git(other, "mktree"));
    const alternates = path.join(worktree, ".git/objects/info/alternates");
    writeFileSync(alternates, `${readFileSync(alternates, "utf8")}${path.join(other, "objects")}\n`);
    const tree = git(worktree, "rev-parse", "HEAD^{tree}");
    const merge = git(worktree, "commit-tree", "-m", "merge", "-p", "HEAD", "-p", secret, tree);
    git(worktree, "update-ref", "--no-deref", "HEAD", merge);
    await expect(commit(place.home(isolation))).rejects.toThrow(UnusableRepositoryError);
    for (const id of [secret, merge]) expect(() => git(place.mirror, "cat-file", "-t", id)).toThrow("cat-file");
    expect(git(place.mirror, "fsck")).not.toMatch(/missing|broken/);
  });

  it("a tree with a folder .git, which a checkout would write, is refused", async () => {
    const blob = git(worktree, "rev-parse", "HEAD^{tree}");
    writeFileSync(path.join(worktree, "raw"), Buffer.concat([Buffer.from("40000 .git\0"), Buffer.from(blob, "hex")]));
    const tree = git(worktree, "hash-object", "-t", "tree", "-w", "--literally", "raw");
    const evil = git(worktree, "commit-tree", "-m", "evil", "-p", "HEAD", tree);
    await expect(importObjects(checkoutOf(place.home(isolation), worktree), [evil])).rejects.toThrow(/hasDotgit/);
  });

  it("a commit with a message of a megabyte is refused and stays outside, and a long one is not", async () => {
    const commitWith = (length: number) => {
      writeFileSync(path.join(place.folder, "message"), "x".repeat(length));
      git(worktree, "commit", "--quiet", "--allow-empty", "-F", path.join(place.folder, "message"));
      return git(worktree, "rev-parse", "HEAD");
    };
    const long = commitWith(900_000);
    const checkout = checkoutOf(place.home(isolation), worktree);
    await importObjects(checkout, [long]);
    expect(git(place.mirror, "cat-file", "-t", long)).toBe("commit");
    const huge = commitWith(1_000_000);
    const importing = importObjects(checkout, [huge]);
    await expect(importing).rejects.toThrow(UnusableRepositoryError);
    await expect(importing).rejects.toThrow("A commit has more than 1,000,000 bytes: its message must be shorter.");
    expect(() => git(place.mirror, "cat-file", "-t", huge)).toThrow("could not get object info");
  });

  /** Makes commits with messages of this length on a branch of the agent's. */
  function commitMany(count: number, length: number): string {
    const head = `commit refs/heads/many\ncommitter A <a@b.invalid> 1 +0000\ndata ${length}\n${"x".repeat(length)}\n`;
    const stream = Array.from({ length: count }, (_, index) => (index === 0 ? `${head}from ${start}\n` : head));
    execFileSync("git", ["fast-import", "--quiet"], { cwd: worktree, input: stream.join("\n") });
    return git(worktree, "rev-parse", "many");
  }

  it.each([
    ["1,000 commits with long messages", 1000, 10_000, "More than 1000 commits have messages of 10,000 bytes: shorten"],
    ["100,000 commits", 100_000, 1, "There are more than 100000 new commits: join"],
  ])("%s are taken, and one more is refused with what to change", async (_, most, length, sentence) => {
    const last = commitMany(most + 1, length);
    const before = git(worktree, "rev-parse", `${last}^`);
    const checkout = checkoutOf(place.home(isolation), worktree);
    await expect(importObjects(checkout, [last])).rejects.toThrow(sentence);
    expect(() => git(place.mirror, "cat-file", "-t", before)).toThrow("could not get object info");
    await importObjects(checkout, [before]);
    expect(git(place.mirror, "cat-file", "-t", before)).toBe("commit");
  });

  it("many objects come as one pack, and what an agent says is refused unless it is an id", async () => {
    for (let number = 0; number < 150; number++) writeFileSync(path.join(worktree, `${number}.txt`), `${number}`);
    const made = await commit(place.home(isolation));
    expect(git(place.mirror, "count-objects", "-v")).toMatch(/^packs: 1$/m);
    expect(git(place.mirror, "ls-tree", made).split("\n")).toHaveLength(150);
    writeFileSync(path.join(worktree, ".git/HEAD"), "ref: ../../../etc/passwd\n");
    // An agent's work is not done again for that.
    await expect(commit(place.home(isolation))).rejects.toThrow(UnusableRepositoryError);
  });
});

it("without isolation the settings of a worktree make a merge run a program", async () => {
  const evil = path.join(worktree, "evil");
  writeFileSync(evil, `#!/bin/sh\ntouch ${outside}\n`, { mode: 0o755 });
  const side = (name: string) => {
    writeFileSync(path.join(worktree, "a.txt"), name);
    writeFileSync(path.join(worktree, ".gitattributes"), "* merge=evil\n");
    git(worktree, "add", "a.txt", ".gitattributes");
    git(worktree, "commit", "--quiet", "-m", name);
    return git(worktree, "rev-parse", "HEAD");
  };
  side("ancestor");
  const theirs = side("theirs");
  git(worktree, "reset", "--quiet", "--hard", "HEAD~");
  side("ours");
  git(worktree, "config", "merge.evil.driver", evil);
  const merge = ["-c", "user.name=A", "-c", "user.email=a@b.invalid", "merge", "--quiet", "--no-edit", theirs];
  for (const isolation of bubblewrap) {
    await isolatedGit(checkoutOf(place.home(isolation), worktree), merge);
    expect(existsSync(outside)).toBe(false);
    git(worktree, "reset", "--quiet", "--hard", "HEAD~");
  }
  await isolatedGit(checkoutOf(place.home(), worktree), merge);
  expect(existsSync(outside)).toBe(true);
});

it.each(bubblewrap)(
  "git in a worktree sees of /etc only what starts programs, and writes none of it",
  async (isolation) => {
    const text = `git config --file /etc/evil a.b c || ls -A /etc`;
    const seen = await isolatedShell(checkoutOf(place.home(isolation), worktree), { name: "ls", text });
    const known = new Set(["alternatives", "group", "ld.so.cache", "nsswitch.conf", "passwd"]);
    expect(seen).toContain("passwd\n");
    expect(
      seen
        .trim()
        .split("\n")
        .filter((name) => !known.has(name)),
    ).toEqual([]);
  },
);

it("the runner's git runs no hook, neither of a worktree nor of a mirror", async () => {
  const hooks = ["post-checkout", "pre-commit", "post-commit", "commit-msg", "post-index-change", "post-rewrite"];
  const ofRefs = ["reference-transaction", "pre-auto-gc", "pre-push", "post-merge", "prepare-commit-msg", "update"];
  for (const folder of [path.join(worktree, ".git/hooks"), path.join(place.mirror, "hooks")]) {
    mkdirSync(folder, { recursive: true });
    for (const hook of [...hooks, ...ofRefs]) {
      writeFileSync(path.join(folder, hook), `#!/bin/sh\ntouch ${outside}\n`, { mode: 0o755 });
    }
  }
  const mirror = place.home();
  writeFileSync(path.join(worktree, "a.txt"), "a");
  await commit(mirror);
  writeFileSync(path.join(worktree, "b.txt"), "b");
  await saveUncommittedWork(mirror, worktree, "run", standardAuthor);
  await resetTo(mirror, worktree, start);
  await ownGit(["gc", "--auto", "--quiet"], namesOf(place.mirror));
  expect(existsSync(outside)).toBe(false);
  // These are hooks that git does run.
  git(place.mirror, "update-ref", "refs/heads/other", start);
  expect(existsSync(outside)).toBe(true);
});

/** The system lets root write everywhere, and a shell of somebody who only acts for nobody is root again. */
function removeTrapsAsNobody(): void {
  const owner = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (owner.uid !== undefined) execFileSync("chown", ["-R", "-h", String(owner.uid), place.folder]);
  execFileSync("/bin/sh", ["-c", removesTraps], { cwd: worktree, timeout: 5000, stdio: "ignore", ...owner });
}

it.each([
  [".git/info", (file: string) => execFileSync("mkfifo", [file])],
  [".git/info", (file: string) => writeFileSync(file, "* filter=evil\n")],
  ["inner", (file: string) => execFileSync("mkfifo", [file])],
])("git is held by nothing in %s, where nobody may write", (name, lay) => {
  const folder = path.join(worktree, name);
  const attributes = path.join(folder, name === "inner" ? ".gitattributes" : "attributes");
  rmSync(attributes, { force: true });
  mkdirSync(folder, { recursive: true });
  lay(attributes);
  execFileSync("chmod", ["-R", "a-w", folder]);
  removeTrapsAsNobody();
  expect(lstatSync(attributes, { throwIfNoEntry: false })?.isFile() ?? true).toBe(true);
  expect(readFileSync(path.join(worktree, ".git/info/attributes"), "utf8")).toMatch(/^\* -filter\n$/m);
});

it("a lock is removed where nobody may write", () => {
  const lock = path.join(worktree, ".git/index.lock");
  writeFileSync(lock, "");
  execFileSync("chmod", ["a-w", path.join(worktree, ".git")]);
  removeTrapsAsNobody();
  expect(existsSync(lock)).toBe(false);
});

it("branches and the stash of an agent are kept when its worktree is put away", async () => {
  writeFileSync(path.join(worktree, "a.txt"), "a");
  git(worktree, "checkout", "--quiet", "-b", "own");
  git(worktree, "add", "--all");
  git(worktree, "commit", "--quiet", "-m", "on its branch");
  git(worktree, "checkout", "--quiet", "--detach", start);
  const mirror = place.home();
  expect(await removeIfClean(mirror, worktree)).toBe(false);
  const { quarantine } = place;
  expect(await removeWorktree(mirror, { folder: worktree, name: "run", quarantine })).toBe(true);
  expect(git(place.mirror, "log", "-1", "--format=%s", "refs/switchyard/kept/run-1")).toBe("on its branch");
  expect(existsSync(worktree)).toBe(false);
});

it("a worktree in which git cannot work any more is set aside with everything in it", async () => {
  writeFileSync(path.join(worktree, "a.txt"), "a");
  rmSync(path.join(worktree, ".git/HEAD"));
  const { quarantine } = place;
  expect(await removeWorktree(place.home(), { folder: worktree, name: "run", quarantine })).toBe(true);
  expect(existsSync(worktree)).toBe(false);
  const [aside = ""] = readdirSync(quarantine);
  expect(readFileSync(path.join(quarantine, aside, "a.txt"), "utf8")).toBe("a");
});

it("a worktree in which an agent holds git is set aside when git has had its time", async () => {
  holdGit();
  const { gitIsolation, ...home } = place.home();
  const mirror = { ...home, gitIsolation: { ...gitIsolation, patienceMs: 300 } };
  await expect(commit(mirror)).rejects.toThrow(UnusableRepositoryError);
  const unwanted = { folder: worktree, name: "run-1", quarantine: place.quarantine };
  expect(await removeWorktree(mirror, unwanted)).toBe(true);
  expect(gitsIn(worktree)).toEqual([]);
  expect(readdirSync(place.quarantine)).toHaveLength(1);
});

it("nothing that an agent leaves keeps a worktree from being removed", async () => {
  const shut = path.join(worktree, "shut/inner");
  mkdirSync(shut, { recursive: true });
  writeFileSync(path.join(shut, "file"), "");
  chmodSync(shut, 0o500);
  for (const name of ["locked", "index.lock", "config.lock"]) writeFileSync(path.join(worktree, ".git", name), "");
  // The home of root is closed to the ordinary user.
  vi.stubEnv("HOME", place.folder);
  await asOrdinaryUser(place.folder, () => deleteWorktree(place.home(), worktree));
  vi.unstubAllEnvs();
  expect(existsSync(worktree)).toBe(false);
  expect(git(place.mirror, "-c", `safe.directory=${place.mirror}`, "for-each-ref", "refs/switchyard/worktrees")).toBe(
    "",
  );
});
