// Whether a run belongs to what a budget is for. Pure.
import type { Doc } from "../_generated/dataModel";
import type { RunScope } from "./sharedValues";

export interface Scope {
  type: RunScope;
  /** The id of the document. Absent for the whole project. */
  id?: string;
}

export type ScopedRun = Pick<Doc<"runs">, "_id" | "workflowId" | "recurringTaskId" | "sprintChainId" | "workChainId">;

export function includesRun({ type, id }: Scope, run: ScopedRun): boolean {
  switch (type) {
    case "project":
      return true;
    case "workflow":
      return id === run.workflowId;
    case "recurringTask":
      return id === run.recurringTaskId;
    case "sprintChain":
      return id === run.sprintChainId;
    case "workChain":
      return id === run.workChainId;
    case "run":
      return id === run._id;
  }
}
