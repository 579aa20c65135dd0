// Reads JUnit's XML. The cases are counted, since the sums in its attributes mean different things to different tools.
import sax from "sax";
import { countTests, UnreadableReportError } from "./testResults";
import type { TestOutcome, TestResults } from "./testResults";

/** What makes a case another than passed, by the element inside of it. */
const outcomes: ReadonlyMap<string, TestOutcome> = new Map([
  ["failure", "failed"],
  ["error", "failed"],
  ["skipped", "skipped"],
]);

const suites: ReadonlySet<string> = new Set(["testsuites", "testsuite"]);

/** Throws UnreadableReportError. */
export function readJunit(text: string): TestResults {
  const found: TestOutcome[] = [];
  const parents: string[] = [];
  let root: string | null = null;
  let inCase: TestOutcome | null = null;
  const parser = sax.parser(true);
  parser.onopentag = ({ name }) => {
    root ??= name;
    if (name === "testcase") inCase = "passed";
    const outcome = outcomes.get(name);
    // A suite that could not be set up has run fewer cases than it has.
    if (outcome === "failed" && inCase === null && suites.has(parents.at(-1) ?? "")) found.push("failed");
    parents.push(name);
    // One that is skipped and has failed was expected to fail.
    if (outcome !== undefined && inCase !== null && inCase !== "skipped") inCase = outcome;
  };
  parser.onclosetag = (name) => {
    parents.pop();
    if (name !== "testcase" || inCase === null) return;
    found.push(inCase);
    inCase = null;
  };
  parser.onerror = (error) => {
    throw new UnreadableReportError(`is not XML: ${error.message.split("\n")[0] ?? ""}.`);
  };
  parser.write(text).close();
  if (root === null || !suites.has(root)) throw new UnreadableReportError("does not have the form of JUnit.");
  return countTests(found);
}
