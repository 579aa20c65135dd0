// The run that the address names, by its number or its id.
import type { FunctionReturnType } from "convex/server";
import { useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";
import type { LiveResult } from "../../live/useLiveQuery";

export type Run = FunctionReturnType<typeof api.runs.dashboard.get>;
export type Step = Run["steps"][number];

export function useRun(): LiveResult<Run> {
  const { run: name } = useParams<{ run: string }>();
  const number = /^\d{1,15}$/.test(name) ? Number(name) : null;
  const byNumber = useProjectQuery(api.runs.dashboard.getByNumber, number === null ? "skip" : { runNumber: number });
  const byId = useProjectQuery(api.runs.dashboard.get, number === null ? { id: name } : "skip");
  return number === null ? byId : byNumber;
}
