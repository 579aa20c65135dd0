import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comparePage, fetchCommand } from "./resultCommands";
import type { Result } from "./resultCommands";

const result = (changes: Partial<Result>): Result => ({
  gitRepoUrl: "https://github.com/acme/shop.git",
  branchName: "main",
  resultBranch: "switchyard/run-1-1",
  resultRepository: null,
  ...changes,
});

describe("the command that fetches a result", () => {
  it.each(["https://github.com/acme/shop.git", "git@github.com:acme/shop.git", "ssh://git@host/acme/shop"])(
    "names the clone's own remote for %s",
    (gitRepoUrl) => {
      expect(fetchCommand(result({ gitRepoUrl }))).toBe(
        "git fetch origin switchyard/run-1-1 && git switch switchyard/run-1-1",
      );
    },
  );

  it.each(["/srv/shop", "file:///srv/shop"])("names the folder for %s", (gitRepoUrl) => {
    expect(fetchCommand(result({ gitRepoUrl }))).toBe(
      `git fetch ${gitRepoUrl} switchyard/run-1-1:switchyard/run-1-1 && git switch switchyard/run-1-1`,
    );
  });

  it("names the mirror that has the branch when the runner has pushed nothing", () => {
    expect(fetchCommand(result({ resultRepository: "/runner/mirrors/shop.git" }))).toMatch(
      /^git fetch \/runner\/mirrors\/shop\.git /,
    );
  });

  it("is not there without a branch, and for names that are options, have several lines or end quotes", () => {
    for (const changes of [
      { resultBranch: null },
      { resultBranch: "--upload-pack=evil" },
      { resultBranch: "a\nrm -rf /" },
      { resultBranch: "+main" },
      { resultBranch: "a:main" },
      { resultRepository: "--upload-pack=evil" },
      { gitRepoUrl: null },
      // The shell fish ends the quotes of a POSIX shell elsewhere.
      { gitRepoUrl: String.raw`/srv/a\'; evil #` },
      { resultRepository: String.raw`/srv/a\'; evil #` },
    ]) {
      expect(fetchCommand(result(changes))).toBeNull();
    }
  });

  describe("in a shell", () => {
    let folder: string;
    beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), "result-"))));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const sh = (cwd: string, command: string) =>
      execFileSync("sh", ["-c", command], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
    const author = "-c user.name=A -c user.email=a@example.com";

    it.each(["a folder", "it's $(touch evil); `touch evil`"])("fetches from %j, in it and in a clone", (name) => {
      const gitRepoUrl = path.join(folder, name);
      execFileSync("git", ["init", "--quiet", "--initial-branch=main", gitRepoUrl]);
      sh(gitRepoUrl, `git ${author} commit --quiet --allow-empty -m begin && git branch switchyard/run-1-1`);
      const clone = mkdtempSync(path.join(folder, "clone-"));
      execFileSync("git", ["clone", "--quiet", gitRepoUrl, clone], { stdio: "ignore" });
      for (const cwd of [clone, gitRepoUrl]) {
        sh(cwd, fetchCommand(result({ gitRepoUrl })) ?? "false");
        expect(sh(cwd, "git branch --show-current; ls")).toBe("switchyard/run-1-1");
      }
    });

    it("takes nothing in a branch's name for a command", () => {
      const hostile = "a';touch${IFS}evil;'$(x)`x`";
      const said = sh(folder, `git() { printf '%s\\n' "$@"; }; ${fetchCommand(result({ resultBranch: hostile }))}`);
      expect(said.split("\n")).toEqual(["fetch", "origin", hostile, "switch", hostile]);
    });
  });
});

describe("the page that compares the result", () => {
  it.each([
    ["https://github.com/acme/shop.git", "https://github.com/acme/shop/compare/main...switchyard/run-1-1"],
    ["git@github.com:acme/shop.git", "https://github.com/acme/shop/compare/main...switchyard/run-1-1"],
    ["https://ada:secret@gitlab.com/a/b/c.git", "https://gitlab.com/a/b/c/-/compare/main...switchyard/run-1-1"],
    ["ssh://git@gitlab.example.com:22/a/b", "https://gitlab.example.com/a/b/-/compare/main...switchyard/run-1-1"],
    ["https://code.example/a/b", null],
    ["/srv/github.com/shop", null],
    ["javascript:github.com/a/b", null],
  ])("of %s is %s", (gitRepoUrl, page) => {
    expect(comparePage(result({ gitRepoUrl }))).toBe(page);
  });

  it("is not there for a branch that was not pushed, and escapes names", () => {
    expect(comparePage(result({ resultRepository: "/mirror" }))).toBeNull();
    expect(comparePage(result({ resultBranch: "a?b#c" }))).toBe(
      "https://github.com/acme/shop/compare/main...a%3Fb%23c",
    );
  });
});
