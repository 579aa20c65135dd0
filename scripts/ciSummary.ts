// The last step of `.ci/run`: prints the results of `npm test` and `npm run proofs` together. The arguments are the
// tools that could not be installed, each the name of a file in `.ci`: what needs one has failed for that reason.
import { printSummary, readSummary } from "./summary";

const both = [readSummary("test"), readSummary("proofs")];
printSummary({
  steps: both.flatMap(({ steps }) => steps),
  failures: both.flatMap(({ failures }) => failures),
  secondTries: both.flatMap(({ secondTries }) => secondTries),
  leftOut: both.flatMap(({ leftOut = [] }) => leftOut),
  missingTools: process.argv.slice(2),
  passedTests: both.reduce((sum, { passedTests }) => sum + passedTests, 0),
});
if (both.some(({ steps }) => steps.some(({ passed }) => !passed))) process.exitCode = 1;
