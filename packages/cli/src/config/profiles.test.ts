import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { profilesFile, readProfiles, writeProfiles } from "./profiles";
import type { Stored } from "./profiles";

let folder: string;
let file: string;
let notes: string[];
const read = () => readProfiles(file, (text) => notes.push(text));
const stored: Stored = {
  current: "here",
  profiles: { here: { url: "http://127.0.0.1:3211", key: "svc_test_1", project: "Demo" } },
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-profiles-"));
  file = profilesFile({ XDG_CONFIG_HOME: folder });
  notes = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

it("keys are stored in a file, and in a folder, for their owner alone", () => {
  writeProfiles(file, stored);
  expect(read()).toEqual(stored);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(readdirSync(path.dirname(file))).toEqual(["profiles.json"]);
});

it("a file that others can read is closed to them, and the person learns of it", () => {
  writeProfiles(file, stored);
  chmodSync(file, 0o644);
  expect(read()).toEqual(stored);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(notes).toEqual([expect.stringContaining("Others could read the keys")]);
});

it("a file that was open to others is closed when it is written, too", () => {
  writeProfiles(file, stored);
  chmodSync(file, 0o666);
  writeProfiles(file, { ...stored, current: null });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.each(["", "{", "[]", '{"current":1,"profiles":{}}', '{"current":null,"profiles":{"a":{"url":"http://x"}}}'])(
  "a file with %j is refused with what to do",
  (content) => {
    mkdirSync(path.dirname(file));
    writeFileSync(file, content, { mode: 0o600 });
    expect(read).toThrow(/cannot be read/);
    expect(readFileSync(file, "utf8")).toBe(content);
  },
);

it("a folder that cannot be used is a failure that says what to do", () => {
  writeFileSync(path.dirname(file), "");
  expect(read).toThrow(/cannot be read \(ENOTDIR\)/);
  expect(() => writeProfiles(file, stored)).toThrow(/cannot be written \((EEXIST|ENOTDIR)\)/);
  rmSync(path.dirname(file));
  mkdirSync(file, { recursive: true });
  expect(read).toThrow(/cannot be read \(EISDIR\)/);
  expect(() => writeProfiles(file, stored)).toThrow(/cannot be written \(EISDIR\)/);
  expect(readdirSync(path.dirname(file))).toEqual(["profiles.json"]);
});

it("what a killed command left behind does not stop the next one", () => {
  mkdirSync(path.dirname(file));
  writeFileSync(`${file}.${process.pid}`, "{");
  writeProfiles(file, stored);
  expect(read()).toEqual(stored);
});

it("the file is below XDG_CONFIG_HOME or ~/.config", () => {
  expect(profilesFile({ XDG_CONFIG_HOME: "/x" })).toBe("/x/switchyard/profiles.json");
  expect(profilesFile({ HOME: "/home/me", XDG_CONFIG_HOME: "" })).toBe("/home/me/.config/switchyard/profiles.json");
});
