// The runner is a program of its own, so it has its own copy of the types of the calls that it makes. This writes that
// copy from the rows of the operations, the schemas of their arguments and the types of their results.
import { indented } from "./indented";
import type { ProductTypes } from "./productTypes";
import { TypePrinter } from "./typePrinter";

export const runnerTypesFile = "packages/runner/src/service/_generated/operations.ts";

const introduction = `// Written by \`npm run codegen\` from the operations of the service, the schemas of their arguments and the types of
// their results; do not edit. \`scripts/runnerTypes.ts\` lists the operations that are here.
`;

/** The operations that the runner calls. */
const called = [
  "job.claim",
  "job.heartbeat",
  "job.makeAgentToken",
  "job.complete",
  "job.fail",
  "job.defer",
  "keys.getWithFallback",
  "runner.report",
  "run.create",
  "run.createChainRun",
  "run.get",
  "run.getDelivery",
  "run.getPart",
  "run.updateStatus",
  "run.updateProgress",
  "run.updatePr",
  "run.updateCiChecks",
  "run.reportRequest",
  "run.reportFeedback",
  "run.listOpenFeedback",
  "run.ask",
  "run.awaitAnswer",
  "artifact.begin",
  "artifact.finish",
  "runStep.create",
  "runStep.updateStatus",
  "sprintChain.get",
  "issueSession.createSandbox",
  "issueSession.createIssuesFromJson",
  "issueSession.updateStatus",
  "answeringSession.createSandbox",
  "answeringSession.updateStatus",
  "learning.bulkStore",
  "mergeRun.updateStatus",
  "repositoryCheck.report",
  "sandbox.create",
  "sandbox.get",
  "sandbox.updateStatus",
  "sandbox.updateLearningStatus",
  "sandbox.reportDiff",
  "sandbox.reportDevServer",
  "sandbox.reportFiles",
  "message.store",
  "message.streamCreate",
  "message.streamAppend",
  "message.streamFinalize",
  "message.listBySandbox",
  "usage.computeCostAndRecord",
] as const;

/** Returns the text of the file. Throws when an operation is missing, or has a type that JSON cannot carry. */
export function runnerTypes(types: ProductTypes): string {
  const printer = new TypePrinter(types);
  const operations = called.map((name) => {
    const args = printer.print(types.argsOfOperation(name));
    return `"${name}": {\nargs: ${args};\nresult: ${printer.print(types.resultOfOperation(name))};\n};\n`;
  });
  const whole = `export interface Operations {\n${operations.join("")}}\n`;
  return [introduction, ...printer.interfaceTexts(), indented(whole)].join("\n");
}
