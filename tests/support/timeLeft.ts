// Runs test files as usual until the time of PROOFS_END, and leaves out those that begin later. CI has an end, and a
// run that is stopped there shows nothing. What is left out is named at the end, and the run has failed.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { TestRunner } from "vitest";
import { leftOutFile } from "../speeds";

type Suite = Parameters<TestRunner["onBeforeRunSuite"]>[0];

/** In seconds since 1970. */
const endsAt = Number(process.env["PROOFS_END"] ?? Infinity);

export default class TimeLeft extends TestRunner {
  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    if (suite === suite.file && suite.mode === "run" && Date.now() / 1000 > endsAt) {
      suite.mode = "skip";
      appendFileSync(leftOutFile, `${path.relative(process.cwd(), suite.file.filepath)} (${suite.file.projectName})\n`);
    }
    await super.onBeforeRunSuite(suite);
  }
}
