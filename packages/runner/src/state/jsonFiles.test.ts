// Whatever is in a file of the runner's state: the others are read, it is put aside once, and its place is free.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asOrdinaryUser } from "../../tests/ordinaryUser";
import { WorkRecords } from "./workRecords";

let root: string;
let folder: string;
let told: string[];
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "switchyard-state-"));
  folder = path.join(root, "files");
  mkdirSync(folder);
  told = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const tell = (message: string) => void told.push(message);

/** A kind of file, by the id of the run that it is about. */
interface Kind {
  file: (id: string) => string;
  write: (id: string) => Promise<void>;
  ids: () => Promise<string[]>;
}

const kinds: [string, () => Kind][] = [
  [
    "a record of work",
    () => {
      const records = new WorkRecords(folder, tell);
      const where = { repoUrl: "shop", mirror: "/mirror", worktree: "/worktree", branch: "branch", session: null };
      return {
        file: (id) => `${id}-1.json`,
        write: async (id) => await records.write({ subjectId: id, attempt: 1, ...where }),
        ids: async () => (await records.all()).map(({ subjectId }) => subjectId),
      };
    },
  ],
];

type Lay = (file: string) => void;
const texts = ["", "{}", "[]", "null", "7", '"text"', "{", '{"pid":-1,"start":null}', "[[[[", "\0\0\0"];
const contents: [string, Lay][] = [
  ...texts.map((text): [string, Lay] => [JSON.stringify(text), (file) => writeFileSync(file, text)]),
  [
    "what is not UTF-8",
    (file) => replaceIn(file, (bytes) => bytes.fill(0xff, bytes.indexOf("shop"), bytes.indexOf("shop") + 1)),
  ],
  ["the first half of it", (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  [
    "a field of another type",
    (file) => replaceIn(file, (bytes) => Buffer.from(bytes.toString().replace('"shop"', "7"))),
  ],
  ["that of another run", (file) => replaceIn(file, (bytes) => Buffer.from(bytes.toString().replace("bad", "else")))],
  [
    "half a character",
    (file) => replaceIn(file, (bytes) => Buffer.from(bytes.toString().replace("bad", String.raw`\ud800`))),
  ],
  ["100 MB", (file) => truncateSync(file, 100_000_000)],
  ["a folder", (file) => (rmSync(file), mkdirSync(path.join(file, "inner"), { recursive: true }))],
  ["a link to a file", (file) => (rmSync(file), symlinkSync("/etc/hostname", file))],
  ["a link to nothing", (file) => (rmSync(file), symlinkSync(path.join(root, "nothing"), file))],
  ["a link to itself", (file) => (rmSync(file), symlinkSync(file, file))],
  ["what nobody may read", (file) => chmodSync(file, 0o000)],
];

function replaceIn(file: string, change: (bytes: Buffer) => Buffer): void {
  const before = readFileSync(file);
  const after = change(Buffer.from(before));
  expect(after.equals(before)).toBe(false);
  writeFileSync(file, after);
}

describe.each(kinds)("%s", (_, kindOf) => {
  it.each(contents)("that is %s is put aside with one sentence, and the others are read", async (__, lay) => {
    const { file, write, ids } = kindOf();
    await write("good");
    await write("bad");
    lay(path.join(folder, file("bad")));
    await asOrdinaryUser(root, async () => {
      expect(await ids()).toEqual(["good"]);
      expect(await ids()).toEqual(["good"]);
      const [aside, ...others] = readdirSync(folder).filter((name) => name !== file("good"));
      expect([aside, others]).toEqual([expect.stringMatching(/^bad.*\.json\.unusable-\d+$/), []]);
      const sentence = `${path.join(folder, file("bad"))} cannot be used`;
      expect(told).toEqual([expect.stringContaining(sentence)]);
      expect(told[0]).toContain(`It is in ${path.join(folder, aside ?? "")} now.`);
      await write("bad");
      expect((await ids()).toSorted()).toEqual(["bad", "good"]);
    });
  });

  it("is read from a folder that somebody keeps elsewhere", async () => {
    const elsewhere = path.join(root, "elsewhere");
    mkdirSync(elsewhere);
    rmSync(folder, { recursive: true });
    symlinkSync(elsewhere, folder);
    const { write, ids } = kindOf();
    await write("good");
    expect([await ids(), told]).toEqual([["good"], []]);
  });

  it("has a place although there is something else instead of its folder", async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "text");
    const { write, ids } = kindOf();
    expect(await ids()).toEqual([]);
    await write("good");
    expect([await ids(), told.length]).toEqual([["good"], 1]);
  });

  it("loses the parts that a crash has left, also of a process with the same number, and no file", async () => {
    const { file, write, ids } = kindOf();
    await write("good");
    writeFileSync(path.join(folder, `${file("good")}.${process.pid}.part`), "{");
    mkdirSync(path.join(folder, "odd.json.0.part"));
    expect(await ids()).toEqual(["good"]);
    expect(readdirSync(folder).filter((name) => !name.includes(".unusable-"))).toEqual([file("good")]);
    expect(told).toEqual([expect.stringContaining("odd.json.0.part cannot be used")]);
  });

  it("that is being written is not deleted as a part", async () => {
    const { write, ids } = kindOf();
    const names = Array.from({ length: 20 }, (__, index) => `run${index}`);
    await Promise.all(names.flatMap((name) => [write(name), ids()]));
    expect((await ids()).toSorted()).toEqual(names.toSorted());
  });
});
