// Which diff is shown: that of one step, by its sandbox. The address names it.
import { useParameters } from "../../../address/useParameters";
import type { RunDetail } from "./run";

interface DiffChoice {
  sandboxId: string;
  label: string;
}

export interface Chosen {
  choices: readonly DiffChoice[];
  /** Null while the run has no sandbox. */
  chosen: DiffChoice | null;
  choose: (sandboxId: string) => void;
}

export function useDiffChoice(run: RunDetail): Chosen {
  const { get, set } = useParameters();
  const choices = choicesOf(run);
  const wanted = get("diff");
  return {
    choices,
    chosen: choices.find(({ sandboxId }) => sandboxId === wanted) ?? choices.at(-1) ?? null,
    choose: (sandboxId) => set({ diff: sandboxId }),
  };
}

/** The steps in their order, earlier attempts first. Several steps may share a sandbox. */
export function choicesOf({ attempt, steps, sandboxes }: RunDetail): DiffChoice[] {
  const labels = new Map<string, string[]>();
  const ordered = steps.toSorted((a, b) => a.attempt - b.attempt || a.stepIndex - b.stepIndex);
  for (const step of ordered) {
    if (step.sandbox === null) continue;
    const label = `${step.stepIndex + 1}. ${step.name}${step.attempt === attempt ? "" : ` (attempt ${step.attempt})`}`;
    labels.set(step.sandbox.id, [...(labels.get(step.sandbox.id) ?? []), label]);
  }
  // A step that was begun anew has another sandbox; the former one is not named by any step.
  const others = sandboxes.filter(({ id }) => !labels.has(id));
  return [
    ...others.map(({ id, runtimeSandboxId }) => ({ sandboxId: id, label: `Sandbox ${runtimeSandboxId}` })),
    ...[...labels].map(([sandboxId, names]) => ({ sandboxId, label: names.join(", ") })),
  ];
}
