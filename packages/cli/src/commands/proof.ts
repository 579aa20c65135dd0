// `switchyard runs proof` and `runs accept`: what the gates of a run have shown, and accepting a run nevertheless.
import { command } from "../frame/command";
import { bold, green, join, red } from "../terminal/text";
import type { Text } from "../terminal/text";
import { runIdOf } from "./find";
import type { Proof } from "./types";
import { durationText, showDone, showFields, stateText, titleOf } from "./show";

const runArgument = { run: { about: "its number or id", known: "run" } } as const;

const proof = command({
  name: "runs proof",
  about: "Show what the gates of a run have shown",
  arguments: runArgument,
  options: {},
  examples: [
    { line: "switchyard runs proof 1", about: "Which gates have passed, on which commit" },
    {
      line: "switchyard runs proof <run that failed at its gate> --json",
      about: "With all that the commands have written",
    },
  ],
  run: async (context, { args }) => {
    const id = await runIdOf(context, args.run);
    const shown = await context.client().runs.proof({ id }, { signal: context.signal });
    if (context.isJson) return context.terminal.json(shown);
    showFields(context, titleOf("Proof", id), [
      ["status", shown.status],
      ["commit", shown.commit],
      ["accepted", shown.acceptedBy === null ? null : `by ${shown.acceptedBy.name}: ${shown.acceptedReason ?? ""}`],
      ...shown.gates.map((gate) => [`gate ${gate.stepIndex}`, gateText(gate)] as const),
    ]);
  },
});

function gateText(gate: Proof["gates"][number]): Text {
  const { name, pass, command: words, exitCode, durationMs, testResults, feedback } = gate;
  if (pass === null) return `${name} has no result yet`;
  const facts = [
    words === null ? null : words.join(" "),
    exitCode === null ? null : `exit code ${exitCode}`,
    durationMs === null ? null : durationText(durationMs),
    testResults === null ? null : `${testResults.passed} of ${testResults.total} tests passed`,
    pass ? null : feedback,
  ];
  const told = facts.filter((fact) => fact !== null && fact !== "").join(", ");
  return join(`${name} `, pass ? green("has passed") : red("has not passed"), told === "" ? "" : `: ${told}`);
}

const accept = command({
  name: "runs accept",
  about: "Call a run completed that has failed at its gate, or whose gate asks",
  arguments: { ...runArgument, reason: { about: "why" } },
  options: {},
  examples: [
    {
      line: 'switchyard runs accept <run that failed at its gate> "The test is flaky."',
      about: "The run shows who accepted it and why",
    },
  ],
  run: async (context, { args }) => {
    const runId = await runIdOf(context, args.run);
    const run = await context.client().runs.accept({ runId, reason: args.reason }, { signal: context.signal });
    showDone(context, run, join(bold(`Run ${run.runNumber}`), ": ", stateText(run.status)));
  },
});

export const proofs = [proof, accept];
