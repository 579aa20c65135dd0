// Which diff is shown: that of one step, by its sandbox, or that of all. The address names it.
import { useAddressParameters } from "../../../urlState/useAddressParameters";
import { stepLocationNote } from "../stepLocationText";
import { allSteps } from "./rows/fileViews";
import type { RunDetail } from "./runDetail";

export interface DiffChoice {
  sandboxId: string;
  label: string;
}

interface Chosen {
  choices: readonly DiffChoice[];
  /** What the reader has chosen: a sandbox, or `all`. */
  chosen: string;
  /** The diffs that are shown for it. */
  shown: readonly DiffChoice[];
  choose: (chosen: string) => void;
}

const allStepsChoice = { sandboxId: allSteps, label: "All steps" };
/** Each diff may have 900 kB. */
const maxTogether = 20;

export function useDiffChoice(run: RunDetail): Chosen {
  const { get, set } = useAddressParameters();
  const single = diffChoices(run);
  const all = choicesOfAttempt(run, single).slice(-maxTogether);
  const choices = all.length > 1 ? [allStepsChoice, ...single] : single;
  const standard = all.length > 1 ? allStepsChoice : single.at(-1);
  const chosen = choices.find(({ sandboxId }) => sandboxId === get("diff")) ?? standard;
  return {
    choices,
    chosen: chosen?.sandboxId ?? "",
    shown: chosen === allStepsChoice ? all : chosen === undefined ? [] : [chosen],
    choose: (diff) => set({ diff }),
  };
}

function choicesOfAttempt({ steps, attempt }: RunDetail, choices: readonly DiffChoice[]): DiffChoice[] {
  const own = new Set(steps.flatMap((step) => (step.attempt === attempt ? [step.sandboxId] : [])));
  return choices.filter(({ sandboxId }) => own.has(sandboxId));
}

/** The steps in their order, earlier attempts and rounds first. Several steps may share a sandbox. */
export function diffChoices({ attempt, steps, sandboxes }: RunDetail): DiffChoice[] {
  const labels = new Map<string, string[]>();
  const ordered = steps.toSorted((a, b) => a.attempt - b.attempt || a.round - b.round || a.stepIndex - b.stepIndex);
  for (const step of ordered) {
    if (step.sandbox === null) continue;
    const label = `${step.stepIndex + 1}. ${step.name}${stepLocationNote(step, attempt)}`;
    labels.set(step.sandbox.id, [...(labels.get(step.sandbox.id) ?? []), label]);
  }
  // A step that started again has another sandbox, and no step names the previous one.
  const others = sandboxes.filter(({ id }) => !labels.has(id));
  return [
    ...others.map(({ id, runtimeSandboxId }) => ({ sandboxId: id, label: `Sandbox ${runtimeSandboxId}` })),
    ...[...labels].map(([sandboxId, names]) => ({ sandboxId, label: names.join(", ") })),
  ];
}
