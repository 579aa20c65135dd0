// The runner works with the files of agents as a user with more rights than they have.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asOrdinaryUser } from "../../tests/ordinaryUser";
import { findFiles } from "./findFiles";
import { NotPlainFileError } from "./openFile";
import { readText } from "./readFile";
import { removeFolder, removeOrSetAside } from "./removeFolder";
import { removeFileBelow } from "./removeFile";
import { writeFileBelow } from "./writeFile";

let root = "";
let outside = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "switchyard-agent-files-"));
  outside = mkdtempSync(path.join(tmpdir(), "switchyard-outside-"));
  writeFileSync(path.join(outside, "secret.json"), '"secret"');
});
afterEach(async () => {
  await removeFolder(root);
  rmSync(outside, { recursive: true });
});

/** What an agent may leave in place of `folder/file.json`. */
const traps: [string, () => void][] = [
  ["a link to a file", () => within(() => symlinkSync(path.join(outside, "secret.json"), at("folder/file.json")))],
  [
    "a link to a file that is not there yet",
    () => within(() => symlinkSync(path.join(outside, "new"), at("folder/file.json"))),
  ],
  ["a file in a folder that is a link", () => symlinkSync(outside, at("folder"))],
  ["a pipe", () => within(() => execFileSync("mkfifo", [at("folder/file.json")]))],
  ["a folder", () => within(() => mkdirSync(at("folder/file.json")))],
  ["a link to a device", () => within(() => symlinkSync("/dev/zero", at("folder/file.json")))],
];

function within(make: () => void): void {
  mkdirSync(at("folder"));
  make();
}

function at(name: string): string {
  return path.join(root, name);
}

describe("a file that an agent may have written", () => {
  it.each(traps)("is neither read nor written when it is %s", async (_, lay) => {
    lay();
    writeFileSync(path.join(outside, "file.json"), "whole");
    await expect(readText(root, "folder/file.json", 100)).rejects.toThrow(NotPlainFileError);
    await expect(writeFileBelow(root, "folder/file.json", "x")).rejects.toThrow(NotPlainFileError);
    expect(readFileSync(path.join(outside, "secret.json"), "utf8")).toBe('"secret"');
    expect(readFileSync(path.join(outside, "file.json"), "utf8")).toBe("whole");
    expect(readdirSync(outside).toSorted()).toEqual(["file.json", "secret.json"]);
  });

  it("is not looked for in a folder that was exchanged for a link", async () => {
    const folder = at("exchanged");
    symlinkSync(outside, folder);
    await expect(readText(folder, "secret.json", 100)).rejects.toThrow(NotPlainFileError);
    await expect(writeFileBelow(folder, "secret.json", "x")).rejects.toThrow(NotPlainFileError);
  });

  it.each(["../secret.json", "a/../../b", "", "."])("has no such path as %j", async (name) => {
    await expect(readText(root, name, 100)).rejects.toThrow(NotPlainFileError);
    await expect(writeFileBelow(root, name, "x")).rejects.toThrow(NotPlainFileError);
  });

  it("is removed where it is, and never what a link leads to", async () => {
    mkdirSync(at("reports"));
    writeFileSync(at("reports/one"), "");
    symlinkSync(path.join(outside, "secret.json"), at("reports/link"));
    symlinkSync(outside, at("reports/folder"));
    const names = ["one", "link", "folder/secret.json", "none", "one/below", "x".repeat(300)];
    for (const name of [...names.map((each) => `reports/${each}`), "reports"]) await removeFileBelow(root, name);
    expect(readdirSync(at("reports"))).toEqual(["folder"]);
    expect(readFileSync(path.join(outside, "secret.json"), "utf8")).toBe('"secret"');
  });

  it("is read and written as it is otherwise, with the folders above it", async () => {
    expect(await readText(root, "a/b/c.txt", 100)).toBeNull();
    await writeFileBelow(root, "a/b/c.txt", "long text");
    await writeFileBelow(root, "a/b/c.txt", "text", 0o755);
    expect(await readText(root, "a/b/c.txt", 4)).toBe("text");
    await expect(readText(root, "a/b/c.txt", 3)).rejects.toThrow("larger than 3 bytes");
    await expect(readText(root, "a/b", 3)).rejects.toThrow(NotPlainFileError);
  });
});

describe("a folder in which an agent has worked", () => {
  it.each([0o500, 0o000])(
    "is removed although a folder in it has mode %o, and what links lead to stays",
    async (mode) => {
      mkdirSync(at("work/x/y"), { recursive: true });
      writeFileSync(at("work/x/y/z"), "");
      symlinkSync(outside, at("work/x/link"));
      chmodSync(at("work/x/y"), mode);
      chmodSync(at("work/x"), mode);
      await asOrdinaryUser(root, () => removeFolder(at("work")));
      expect(existsSync(at("work"))).toBe(false);
      expect(readdirSync(outside)).toEqual(["secret.json"]);
    },
  );

  it("is removed although it has more files than are read at once", async () => {
    mkdirSync(at("work/many"), { recursive: true });
    execFileSync("/bin/sh", ["-c", "seq 20001 | xargs touch"], { cwd: at("work/many") });
    await removeFolder(at("work"));
    expect(existsSync(at("work"))).toBe(false);
  });

  it("is moved away if it cannot be removed, so that its place is free", async () => {
    mkdirSync(at("work"));
    execFileSync("/bin/sh", ["-c", "for i in $(seq 251); do mkdir d && cd -P d || exit 1; done"], { cwd: at("work") });
    const told = await removeOrSetAside(at("work"), at("leftovers"));
    expect(existsSync(at("work"))).toBe(false);
    const [kept] = readdirSync(at("leftovers"));
    expect(kept).toMatch(/^work-/);
    expect(told).toContain(at(path.join("leftovers", kept!)));
    execFileSync("rm", ["-rf", at("leftovers")]);
  });
});

describe("a search for files", () => {
  it("reads no more of a folder than its bound, and finds what it has read", async () => {
    mkdirSync(at("many"));
    for (let number = 0; number < 50; number++) writeFileSync(at(`many/${number}.txt`), "");
    const bounded = await findFiles(at("many"), ["*.txt"], 100, 10);
    expect([bounded.names.length, bounded.isCut]).toEqual([10, true]);
    const whole = await findFiles(at("many"), ["*.txt"], 100, 50);
    expect([whole.names.length, whole.isCut]).toEqual([50, false]);
    mkdirSync(at("many/inner"));
    writeFileSync(at("many/inner/file.txt"), "");
    expect((await findFiles(at("many"), ["**/*.txt"], 100, 51)).isCut).toBe(true);
    expect(await findFiles(at("many"), ["*.txt"], 3)).toEqual({ names: ["0.txt", "1.txt", "10.txt"], isCut: true });
  });
});
