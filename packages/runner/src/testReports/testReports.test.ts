import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readJunit } from "./junit";
import { readReport } from "./readReport";
import { readTap } from "./tap";

const sample = (name: string) => readFileSync(path.join(import.meta.dirname, "samples", name), "utf8");
const results = (passed: number, failed: number, skipped: number) => ({
  total: passed + failed + skipped,
  passed,
  failed,
  skipped,
});

// The samples are what the programs have written for tests of each outcome.
describe("the report of", () => {
  it.each([
    ["node:test", "node.xml", readJunit, results(3, 1, 2)],
    ["node:test", "node.tap", readTap, results(3, 1, 2)],
    ["pytest", "pytest.xml", readJunit, results(1, 2, 2)],
    ["Jest", "jest.xml", readJunit, results(2, 1, 1)],
    ["Vitest", "vitest.xml", readJunit, results(2, 1, 2)],
    ["Mocha", "mocha.xml", readJunit, results(1, 1, 2)],
    ["tape", "tape.tap", readTap, results(1, 1, 1)],
  ])("%s, %s", (_, name, read, expected) => {
    expect(read(sample(name))).toEqual(expected);
  });
});

describe("JUnit", () => {
  it.each([
    ["text", "ok"],
    ["another format", "<html></html>"],
    ["cut off", '<testsuites><testsuite><testcase name="a">'],
    ["an entity of its own", '<!DOCTYPE a [<!ENTITY b "c">]><testsuites><testcase name="&b;"/></testsuites>'],
  ])("refuses %s", (_, text) => {
    expect(() => readJunit(text)).toThrow(/is not XML|the form of JUnit/);
  });

  it("counts a suite that could not be set up as a failure, and nothing that only has such a name", () => {
    const suite = (inner: string) => `<testsuites><testsuite name="a" errors="1">${inner}</testsuite></testsuites>`;
    expect(readJunit(suite('<error message="no database"/>'))).toEqual(results(0, 1, 0));
    expect(readJunit(suite('<testcase name="b"/><failure/>'))).toEqual(results(1, 1, 0));
    expect(readJunit(suite("<properties><error/></properties><skipped/>"))).toEqual(results(0, 0, 0));
  });

  it("without any case has no tests", () => {
    expect(readJunit("<testsuites></testsuites>")).toEqual(results(0, 0, 0));
  });
});

describe("TAP", () => {
  it.each(["", "hello", "Bail out! No database"])("refuses %j", (text) => {
    expect(() => readTap(text)).toThrow(/no results|given up/);
  });

  it("counts nothing of a plan without tests, and reads no diagnostics", () => {
    expect(readTap("1..0 # SKIP nothing to do")).toEqual(results(0, 0, 0));
    expect(readTap("ok 1\n  ---\n  text: |\n    not ok 2\n  ...\n1..1")).toEqual(results(1, 0, 0));
  });

  it("counts a test that failed although its subtests did not", () => {
    expect(readTap("    ok 1 - inner\n    1..1\nnot ok 1 - outer\n1..1")).toEqual(results(1, 1, 0));
  });
});

describe("a TAP report that shows less than it seems to", () => {
  it.each([
    ["ends before its plan", "1..3\nok 1\nok 2", /2 of 3/],
    ["has fewer tests than the plan at its end", "ok 1\n1..2", /1 of 2/],
    ["has diagnostics without an end", "ok 1\n  ---\nnot ok 2\n1..2", /without an end/],
  ])("is refused when it %s", (_, text, why) => {
    expect(() => readTap(text)).toThrow(why);
  });

  it("has a failure after a line of the program that looks like diagnostics", () => {
    expect(readTap("---\nok 1\nnot ok 2\n1..2")).toEqual(results(1, 1, 0));
  });

  it("has plans of subtests, too", () => {
    expect(readTap("    ok 1\n    1..1\nok 1 - outer\nok 2\n1..2")).toEqual(results(2, 0, 0));
    expect(() => readTap("    1..2\n    ok 1\nok 1 - outer\n1..1")).toThrow(/1 of 2/);
  });

  it("has no plan in what a program says", () => {
    expect(readTap("1..1 # one\n1..100 numbers\nok 1")).toEqual(results(1, 0, 0));
  });

  it("delays nobody", () => {
    expect(() => readTap("\n".repeat(300_000))).toThrow(/no results/);
  }, 2000);
});

it("says little of a report that is wrong, however much it has", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "a.xml"), `<testsuites></${"x".repeat(100_000)}>`);
  const read = await readReport(folder, { format: "junit", path: "a.xml" });
  expect(JSON.stringify(read).length).toBeLessThan(1000);
});

it("is a sentence about a path that no file can have", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(await readReport(folder, { format: "tap", path: "x".repeat(300) })).toHaveProperty("fault");
});

it("a report that cannot be read is a sentence", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const read = (name: string) => readReport(folder, { format: "tap", path: name });
  expect(await read("none.tap")).toEqual({ fault: "The command has left no report at none.tap." });
  writeFileSync(path.join(folder, "bad.tap"), "hello");
  expect(await read("bad.tap")).toEqual({ fault: "The report bad.tap has no results of tests." });
  symlinkSync("/etc/hostname", path.join(folder, "link.tap"));
  expect(await read("link.tap")).toHaveProperty("fault");
  writeFileSync(path.join(folder, "good.tap"), "ok 1\n1..1\n");
  expect(await read("good.tap")).toEqual({ results: results(1, 0, 0) });
});
