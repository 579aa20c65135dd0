// Reads the Test Anything Protocol, versions 12 to 14. A test with subtests is not counted, only they are.
import { countTests, UnreadableReportError } from "./testResults";
import type { TestOutcome, TestResults } from "./testResults";

const testPoint = /^(\s*)(not )?ok\b(.*)$/;
const directive = /(?:^|[^\\])#\s*(skip|todo)/i;
/** Diagnostics in YAML may have any text in them. */
const yamlBegin = /^\s*---\s*$/;
const yamlEnd = /^\s*\.\.\.\s*$/;
const bailOut = /^\s*Bail out!(.*)$/;

interface Point {
  depth: number;
  outcome: TestOutcome;
}

/** Throws UnreadableReportError. */
export function readTap(text: string): TestResults {
  const points: Point[] = [];
  let isInYaml = false;
  for (const line of text.split(/\r?\n/)) {
    if (isInYaml) isInYaml = !yamlEnd.test(line);
    else if (yamlBegin.test(line)) isInYaml = true;
    else if (bailOut.test(line)) throw new UnreadableReportError("says that the tests were given up.");
    else addPoint(points, line);
  }
  if (points.length === 0 && !/^\s*1\.\.0/m.test(text)) throw new UnreadableReportError("has no results of tests.");
  return countTests(points.map(({ outcome }) => outcome));
}

/** The line of a test with subtests comes after theirs, which are indented more. */
function addPoint(points: Point[], line: string): void {
  const found = testPoint.exec(line);
  if (found === null) return;
  const [, indent = "", not, rest = ""] = found;
  const depth = indent.length;
  const outcome = outcomeOf(not === undefined, directive.exec(rest)?.[1]?.toLowerCase());
  const before = points.at(-1);
  if (before === undefined || before.depth <= depth) return void points.push({ depth, outcome });
  // What was indented more belongs to this test. It counts itself only when it failed although they did not.
  const first = points.findLastIndex((point) => point.depth <= depth) + 1;
  const inner = points.slice(first);
  for (const point of inner) point.depth = depth;
  if (outcome === "failed" && !inner.some((point) => point.outcome === "failed")) points.push({ depth, outcome });
}

/** A failed test with the directive TODO is expected to fail, so it fails nothing. */
function outcomeOf(isOk: boolean, word: string | undefined): TestOutcome {
  if (word === "skip" || (word === "todo" && !isOk)) return "skipped";
  return isOk ? "passed" : "failed";
}
