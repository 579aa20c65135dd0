// git itself says which names of branches are right.
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { defaultBranchIn, isBranchName } from "./branchName";

const names = [
  ..."main|feature/a.b|ünïcode|a@b|a{b|-x|/a|a/|a//b|.a|a/.b|a.|a..b|a.lock|a.lock/b|a.locks|@|a@{1}|main~3".split("|"),
  ..."main^|a:b|a?|a*|a[b|a\\b|a b|HEAD^{commit}".split("|"),
  "a\u0001b",
  "a\u007fb",
  "",
];

describe("the name of a branch", () => {
  it.each(names)("%j is right or wrong as git says", (name) => {
    const { status } = spawnSync("git", ["check-ref-format", "--branch", name]);
    expect(isBranchName(name)).toBe(status === 0);
  });

  it("is no longer than the service stores it", () => {
    expect([isBranchName("a".repeat(255)), isBranchName("a".repeat(256))]).toEqual([true, false]);
  });
});

describe("the default branch of a repository elsewhere", () => {
  it.each([
    ["ref: refs/heads/trunk\tHEAD\n1234\tHEAD\n", "trunk"],
    ["1234\tHEAD\n", null],
    ["ref: refs/heads/main~3\tHEAD\n", null],
    ["ref: refs/heads/a b\tHEAD\n", null],
    [`ref: refs/heads/${"a".repeat(256)}\tHEAD\n`, null],
    ["ref: refs/tags/one\tHEAD\n", null],
  ])("%j: %j", (answer, name) => {
    expect(defaultBranchIn(answer)).toBe(name);
  });
});
