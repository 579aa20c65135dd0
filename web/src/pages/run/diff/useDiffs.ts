// The diffs of some sandboxes, live. One that was not reported yet is empty.
import { useQueries } from "convex/react";
import { useMemo, useRef } from "react";
import { api } from "#convex/_generated/api";
import { useProject } from "../../../project/project";
import { toServiceError } from "../../../feedback/serviceError";
import type { LiveResult } from "../../../live/useLiveQuery";
import type { DiffPart } from "./rows/fileViews";
import type { DiffChoice } from "./useDiffChoice";

export function useDiffs(choices: readonly DiffChoice[]): LiveResult<readonly DiffPart[]> {
  const { id: projectId } = useProject();
  const ids = choices.map(({ sandboxId }) => sandboxId).join();
  const asked = useMemo(
    () =>
      Object.fromEntries(
        ids
          .split(",")
          .flatMap((id) => (id === "" ? [] : [[id, { query: api.sandboxes.dashboard.diff, args: { projectId, id } }]])),
      ),
    [ids, projectId],
  );
  const found = useQueries(asked);
  const former = useRef<readonly DiffPart[]>([]);
  const parts: DiffPart[] = [];
  for (const { sandboxId, label } of choices) {
    const answer = found[sandboxId] as { diff: string } | Error | undefined;
    if (answer === undefined) return { kind: "loading" };
    const error = answer instanceof Error ? toServiceError(answer) : null;
    if (error !== null && error.code !== "NOT_FOUND") return { kind: "error", error };
    const text = answer instanceof Error ? "" : answer.diff;
    parts.push({ sandboxId, label: choices.length > 1 ? label : null, text });
  }
  // The answers are the same objects until something changes, and so are the parts: they are read only once.
  if (!isSame(parts, former.current)) former.current = parts;
  return { kind: "ready", value: former.current };
}

function isSame(parts: readonly DiffPart[], former: readonly DiffPart[]): boolean {
  return (
    parts.length === former.length &&
    parts.every(({ sandboxId, label, text }, index) => {
      const other = former[index];
      return other?.sandboxId === sandboxId && other.label === label && other.text === text;
    })
  );
}
