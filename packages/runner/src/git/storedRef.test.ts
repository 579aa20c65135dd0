// What is read from the files of a mirror is what git says, however git keeps it.
import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { git } from "../../tests/worktrees";
import { resolveCommit } from "./mirror";
import { listRefs } from "./listRefs";
import { listStoredRefs, readStoredRef } from "./storedRef";

let folder: string;
let first: string;
let second: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-refs-"));
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main", ".");
  const tree = git(folder, "mktree");
  first = git(folder, "commit-tree", "-m", "first", tree);
  second = git(folder, "commit-tree", "-m", "second", tree);
  for (const name of ["packed", "moved", "removed", "a/b", "grün"])
    git(folder, "update-ref", `refs/heads/${name}`, first);
  git(folder, "tag", "-a", "-m", "A tag", "annotated", first);
  git(folder, "pack-refs", "--all");
  git(folder, "update-ref", "refs/heads/moved", second);
  git(folder, "update-ref", "-d", "refs/heads/removed");
  git(folder, "update-ref", "refs/heads/own", second);
  git(folder, "symbolic-ref", "refs/heads/link", "refs/heads/moved");
  git(folder, "update-ref", "refs/remotes/origin/tag", git(folder, "rev-parse", "annotated"));
  git(folder, "update-ref", "refs/remotes/origin/tree", tree);
  mkdirSync(path.join(folder, "refs/heads/empty"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a name of a mirror", () => {
  const names = ["packed", "moved", "removed", "own", "link", "a/b", "a", "b", "empty", "own/below", "pack", "nothing"];
  const others = ["refs/tags/annotated", "refs/remotes/origin/tag"];
  it.each([...names.map((name) => `refs/heads/${name}`), ...others])("%s leads where git says", async (name) => {
    const said = git(folder, "for-each-ref", "--format=%(refname) %(objectname) %(*objectname)", name);
    const [, commit = null] = said.split("\n").flatMap((line) => {
      const [refname, id, peeled] = line.split(" ");
      return refname === name ? ["", peeled || id] : [];
    });
    expect(await resolveCommit({ folder }, name)).toBe(commit);
  });

  it("is read without git where it leads to a commit, and where there is none", async () => {
    const read = (name: string) => readStoredRef(folder, `refs/heads/${name}`);
    expect(await read("packed")).toEqual({ kind: "object", id: first });
    expect(await read("moved")).toEqual({ kind: "object", id: second });
    expect(await read("own")).toEqual({ kind: "object", id: second });
    expect(await read("removed")).toEqual({ kind: "missing" });
    expect(await read("a")).toEqual({ kind: "missing" });
  });

  it("is not a commit where a host has called something else a branch", async () => {
    expect(await resolveCommit({ folder }, "refs/remotes/origin/tree")).toBeNull();
  });

  it("of the remote is asked of git once, since a host may call anything a branch", async () => {
    git(folder, "update-ref", "refs/remotes/origin/main", first);
    const resolve = (name: string) => resolveCommit({ folder }, `refs/remotes/origin/${name}`);
    expect(await resolve("main")).toBe(first);
    vi.stubEnv("PATH", "/nonexistent");
    expect([await resolve("main"), await resolve("missing")]).toEqual([first, null]);
    await expect(resolve("tree")).rejects.toThrow("ENOENT");
    vi.unstubAllEnvs();
  });

  it("may have any characters, and is the one that has the same bytes", async () => {
    expect(await readStoredRef(folder, "refs/heads/grün")).toEqual({ kind: "object", id: first });
    const packed = path.join(folder, "packed-refs");
    const before = readFileSync(packed);
    const other = Buffer.concat([Buffer.from(`${first} refs/heads/`), Buffer.from([0xff]), Buffer.from("\n")]);
    writeFileSync(packed, Buffer.concat([before, other]));
    expect(await readStoredRef(folder, "refs/heads/\u{fffd}")).toEqual({ kind: "missing" });
    writeFileSync(packed, before);
  });

  it("is not missing because the mirror was moved away, or replaced, while it was read", async () => {
    const [aside, fresh] = [`${folder}-aside`, `${folder}-fresh`];
    const read = (name = "packed") => readStoredRef(folder, `refs/heads/${name}`);
    const slow = path.join(folder, "refs/heads/slow");
    execFileSync("mkfifo", [slow]);
    const reading = read("slow");
    // It can be opened when somebody reads it, and is read until it is closed.
    const opened = () => openSync(slow, constants.O_WRONLY | constants.O_NONBLOCK);
    const writer = await vi.waitFor(opened);
    renameSync(folder, aside);
    expect(await read()).toEqual({ kind: "unclear" });
    mkdirSync(fresh);
    renameSync(fresh, folder);
    writeSync(writer, `${first}\n`);
    closeSync(writer);
    expect(await reading).toEqual({ kind: "unclear" });
    rmSync(folder, { recursive: true });
    renameSync(aside, folder);
    rmSync(slow);
    expect(await read()).toEqual({ kind: "object", id: first });
  });

  const asListed = async (below: string) => (await listRefs(folder, below)).map(([name, id]) => `${id} ${name}`);
  const asGitLists = (below: string) =>
    Buffer.from(git(folder, "for-each-ref", "--format=%(objectname) %(refname)", below))
      .toString("latin1")
      .split("\n");

  it("is in a list of all as git has it", async () => {
    for (const below of ["refs", "refs/heads", "refs/remotes"]) {
      expect(await asListed(below)).toEqual(asGitLists(below));
    }
    expect(await listRefs(folder, "refs/none")).toEqual([]);
  });

  it("is in a list of git's own where the folder of names cannot be read", async () => {
    expect(await listStoredRefs(folder, "refs/heads/own")).toBeNull();
    expect(await asListed("refs/heads/own")).toEqual([`${second} refs/heads/own`]);
  });

  it("is in a list that is made without git, where all are ids in files", async () => {
    git(folder, "symbolic-ref", "-d", "refs/heads/link");
    expect(await listStoredRefs(folder, "refs/heads")).toEqual(await listRefs(folder, "refs/heads"));
    expect(await asListed("refs/heads")).toEqual(asGitLists("refs/heads"));
    const odd = path.join(folder, "refs/heads/blümchen");
    writeFileSync(odd, `${first}\n`);
    expect(await listStoredRefs(folder, "refs/heads")).toBeNull();
    expect(await asListed("refs/heads")).toEqual(asGitLists("refs/heads"));
    rmSync(odd);
    git(folder, "symbolic-ref", "refs/heads/link", "refs/heads/moved");
    expect(await listStoredRefs(folder, "refs/heads")).toBeNull();
  });

  it("is for git to read in any other form", async () => {
    const unclear = { kind: "unclear" };
    expect(await readStoredRef(folder, "refs/heads/link")).toEqual(unclear);
    expect(await readStoredRef(folder, "refs/tags/annotated")).toEqual(unclear);
    expect(await readStoredRef(folder, "refs/heads/own/below")).toEqual(unclear);
    writeFileSync(path.join(folder, "refs/heads/cut"), "");
    expect(await readStoredRef(folder, "refs/heads/cut")).toEqual(unclear);
    rmSync(path.join(folder, "refs/heads/cut"));
    mkdirSync(path.join(folder, "reftable"));
    expect(await readStoredRef(folder, "refs/heads/nothing")).toEqual(unclear);
    rmSync(path.join(folder, "reftable"), { recursive: true });
  });
});
