// The changes of the run's state, from its log. A log has events of every message, too, so it is not subscribed: it is
// read again, from where the last reading ended, when the state changes.
import { useConvex } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import { useProject } from "../../../project/project";
import type { Run } from "../useRun";
import type { StatusChange } from "./timeSpans";

/** The log of a very long run is read in part, from its end. Its older pauses are not drawn then. */
const maxPages = 30;
const statusEventTypes = new Set(["run.created", "run.status"]);

export function useStatusChanges({ id: runId, status, attempt }: Run): readonly StatusChange[] {
  const client = useConvex();
  const { id: projectId } = useProject();
  const [statusChanges, setStatusChanges] = useState<readonly StatusChange[]>([]);
  const readTo = useRef(0);
  useEffect(() => {
    let isCurrent = true;
    readStatusChanges(client, { projectId, id: runId }, readTo.current).then(
      ({ found, lastSeq }) => {
        if (!isCurrent) return;
        readTo.current = lastSeq;
        setStatusChanges((former) => {
          const last = former.at(-1)?.seq ?? 0;
          return [...former, ...found.filter(({ seq }) => seq > last)];
        });
      },
      // Without the log the bars of the steps are there nevertheless.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [client, projectId, runId, status, attempt]);
  return statusChanges;
}

async function readStatusChanges(
  client: ConvexReactClient,
  of: { projectId: string; id: string },
  afterSeq: number,
): Promise<{ found: StatusChange[]; lastSeq: number }> {
  const found: StatusChange[] = [];
  let lastSeq = afterSeq;
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages++) {
    const { page, isDone, continueCursor } = await nextPage(client, of, cursor);
    for (const { seq, type, at, data } of page) {
      if (seq <= afterSeq) return { found: found.toReversed(), lastSeq };
      lastSeq = Math.max(lastSeq, seq);
      const { status, attempt } = data;
      if (statusEventTypes.has(type) && typeof status === "string" && typeof attempt === "number") {
        found.push({ seq, atMs: at, status, attempt });
      }
    }
    if (isDone) break;
    cursor = continueCursor;
  }
  return { found: found.toReversed(), lastSeq };
}

async function nextPage(client: ConvexReactClient, of: { projectId: string; id: string }, cursor: string | null) {
  return await client.query(api.runEvents.dashboard.list, { ...of, paginationOpts: { numItems: 100, cursor } });
}
