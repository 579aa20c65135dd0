// What is shown of the long texts in a report about a step. The service takes them in characters and bytes, and answers
// in JSON, where a control character takes six bytes: an answer has many steps, and has to stay within its bounds
// whatever the texts are made of. No text that people can read reaches these limits.
import type { Doc } from "../_generated/dataModel";
import { beginningWithin, endWithin } from "../lib/jsonBytes";

type Step = Doc<"runSteps">;

/** Twenty thousand characters of three bytes fit. */
const maxFeedbackBytes = 65_536;

/** Half as much again as may be reported, so that quotes and ends of lines have room. */
const maxOutputBytes = 98_304;

export function shownFeedback(verdict: Step["verdict"]): string | null {
  const { feedback = null } = verdict ?? {};
  return feedback === null ? null : beginningWithin(feedback, maxFeedbackBytes);
}

/** The end of what a command has written says why it has failed. */
export function shownOutput(proof: Step["proof"]): string | null {
  const { output = null } = proof ?? {};
  return output === null ? null : endWithin(output, maxOutputBytes);
}
