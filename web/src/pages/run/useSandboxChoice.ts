// Which sandbox's transcript is shown: the one that the address names or else the one in which the agent works.
import { useParameters } from "../../address/useParameters";
import type { Run } from "./useRun";

interface SandboxChoice {
  sandboxId: string | null;
  /** Every sandbox of the run with the steps that it served. */
  all: readonly { id: string; status: string; label: string }[];
  choose: (id: string) => void;
}

export function useSandboxChoice(run: Run): SandboxChoice {
  const { get, set } = useParameters();
  const asked = get("sandbox");
  const isKnown = run.sandboxes.some(({ id }) => id === asked);
  return {
    sandboxId: isKnown ? asked : newestSandbox(run),
    all: run.sandboxes.map(({ id, status }, place) => ({ id, status, label: labelOf(run, id, place) })),
    choose: (id) => set({ sandbox: id, step: null, message: null }),
  };
}

function newestSandbox({ activeSandboxId, sandboxes, steps, attempt }: Run): string | null {
  const isShown = (id: string | null) => sandboxes.some((sandbox) => sandbox.id === id);
  if (activeSandboxId !== null && isShown(activeSandboxId)) return activeSandboxId;
  const last = steps.findLast((step) => step.attempt === attempt && isShown(step.sandboxId));
  return last?.sandboxId ?? sandboxes.at(-1)?.id ?? null;
}

function labelOf({ steps, attempt }: Run, id: string, place: number): string {
  const served = steps.filter(({ sandboxId }) => sandboxId === id);
  const [first] = served;
  if (first === undefined) return `Sandbox ${place + 1}`;
  const names = [...new Set(served.map(({ name }) => name))].join(", ");
  return first.attempt === attempt ? names : `${names}, attempt ${first.attempt}`;
}
