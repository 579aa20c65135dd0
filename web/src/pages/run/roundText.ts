// Which round a run is in, in words. This file is pure.
import type { Run } from "./useRun";

/** People may have begun rounds beside those that the rule of the run begins by itself. */
export function roundText({ round, automaticRounds, followUp }: Pick<Run, "round" | "automaticRounds" | "followUp">) {
  const most = followUp?.maxRounds ?? 0;
  if (most === 0) return String(round);
  return automaticRounds === round ? `${round} of ${most}` : `${round}, ${automaticRounds} of ${most} by itself`;
}
