// Which sandbox's transcript is shown: the one that the address names or else the one in which the agent works.
import { useEffect, useState } from "react";
import { useAddressParameters } from "../../urlState/useAddressParameters";
import { stepLocationText } from "./stepLocationText";
import type { Run } from "./useRun";

interface SandboxChoice {
  sandboxId: string | null;
  /** Every sandbox of the run with the steps that it served. */
  all: readonly { id: string; status: string; label: string }[];
  /** Null chooses the one in which the agent works. */
  choose: (id: string | null) => void;
  /** The agent has moved to this one, while the reader still reads another. */
  newer: { id: string; label: string } | null;
}

export function useSandboxChoice(run: Run): SandboxChoice {
  const { get, set } = useAddressParameters();
  const asked = get("sandbox");
  const isKnown = run.sandboxes.some(({ id }) => id === asked);
  const newest = newestSandbox(run);
  const [shownSandbox, setShownSandbox] = useState(newest);
  // The transcript of a reader at the end follows the agent. A reader who has scrolled up keeps what they read.
  useEffect(() => {
    setShownSandbox((former) => (former === null || isAtEnd() ? newest : former));
  }, [newest]);
  const sandboxId = isKnown ? asked : shownSandbox;
  const all = run.sandboxes.map(({ id, status }, index) => ({ id, status, label: sandboxLabel(run, id, index) }));
  return {
    sandboxId,
    all,
    choose(id) {
      setShownSandbox(newest);
      set({ sandbox: id, step: null, message: null });
    },
    newer: run.completedAt === null && newest !== sandboxId ? (all.find(({ id }) => id === newest) ?? null) : null,
  };
}

function isAtEnd(): boolean {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY < 48;
}

function newestSandbox({ activeSandboxId, sandboxes, steps, attempt }: Run): string | null {
  const isShown = (id: string | null) => sandboxes.some((sandbox) => sandbox.id === id);
  if (activeSandboxId !== null && isShown(activeSandboxId)) return activeSandboxId;
  // The indices of steps begin again with each round.
  const own = steps.filter((step) => step.attempt === attempt).toSorted((one, other) => one.round - other.round);
  const last = own.findLast((step) => isShown(step.sandboxId));
  return last?.sandboxId ?? sandboxes.at(-1)?.id ?? null;
}

function sandboxLabel({ steps, attempt }: Run, id: string, index: number): string {
  const served = steps.filter(({ sandboxId }) => sandboxId === id);
  const [first] = served;
  if (first === undefined) return `Sandbox ${index + 1}`;
  const names = [...new Set(served.map(({ name }) => name))].join(", ");
  const place = stepLocationText(first, attempt);
  return place === "" ? names : `${names}, ${place}`;
}
