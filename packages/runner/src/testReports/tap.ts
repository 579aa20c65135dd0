// Reads the Test Anything Protocol, versions 12 to 14. A test with subtests is not counted, only they are.
import { countTests, UnreadableReportError } from "./testResults";
import type { TestOutcome, TestResults } from "./testResults";

const testPoint = /^(\s*)(not )?ok\b(.*)$/;
const planLine = /^(\s*)1\.\.(\d+)\s*(?:#.*)?$/;
const directive = /(?:^|[^\\])#\s*(skip|todo)/i;
/** Diagnostics in YAML may have any text in them. They follow a test and are indented more. */
const yamlBegin = /^(\s+)---\s*$/;
const yamlEnd = /^\s*\.\.\.\s*$/;
const bailOut = /^\s*Bail out!(.*)$/;

interface Point {
  depth: number;
  outcome: TestOutcome;
}

/** The tests of one depth since the last test that is indented less. */
interface Level {
  tests: number;
  planned: number | null;
}

/** Throws UnreadableReportError. */
export function readTap(text: string): TestResults {
  const reader = new TapReader();
  for (const line of text.split(/\r?\n/)) reader.read(line);
  return countTests(reader.end().map(({ outcome }) => outcome));
}

class TapReader {
  private readonly points: Point[] = [];
  private readonly levels = new Map<number, Level>();
  private isInYaml = false;
  /** How far the test in the line before is indented. */
  private testBefore: number | null = null;

  read(line: string): void {
    if (this.isInYaml) {
      this.isInYaml = !yamlEnd.test(line);
      return;
    }
    const testBefore = this.testBefore;
    this.testBefore = null;
    const yaml = yamlBegin.exec(line)?.[1];
    if (testBefore !== null && yaml !== undefined && yaml.length > testBefore) this.isInYaml = true;
    else if (bailOut.test(line)) throw new UnreadableReportError("says that the tests were given up.");
    else if (!this.readPlan(line)) this.readTest(line);
  }

  end(): Point[] {
    if (this.isInYaml) throw new UnreadableReportError("has diagnostics without an end.");
    const hasPlan = [...this.levels.values()].some(({ planned }) => planned !== null);
    if (this.points.length === 0 && !hasPlan) throw new UnreadableReportError("has no results of tests.");
    this.closeDeeperThan(-1);
    return this.points;
  }

  private readPlan(line: string): boolean {
    const [, indent, planned] = planLine.exec(line) ?? [];
    if (indent === undefined) return false;
    this.levelAt(indent.length).planned = Number(planned);
    return true;
  }

  private readTest(line: string): void {
    const found = testPoint.exec(line);
    if (found === null) return;
    const [, indent = "", not, rest = ""] = found;
    const depth = indent.length;
    this.testBefore = depth;
    this.closeDeeperThan(depth);
    this.levelAt(depth).tests++;
    addPoint(this.points, depth, outcomeOf(not === undefined, directive.exec(rest)?.[1]?.toLowerCase()));
  }

  private levelAt(depth: number): Level {
    const level = this.levels.get(depth) ?? { tests: 0, planned: null };
    this.levels.set(depth, level);
    return level;
  }

  /** A program that was killed, or has left the rest out, has run fewer tests than it has planned. */
  private closeDeeperThan(depth: number): void {
    for (const [inner, { tests, planned }] of this.levels) {
      if (inner <= depth) continue;
      this.levels.delete(inner);
      if (planned === null || tests >= planned) continue;
      throw new UnreadableReportError(`has results of ${tests} of ${planned} tests.`);
    }
  }
}

/** The line of a test with subtests comes after theirs, which are indented more. */
function addPoint(points: Point[], depth: number, outcome: TestOutcome): void {
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
