// What can be in the trash, in words, and the page on which it is shown again when it is restored.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { trashTypes } from "#convex/lib/trashTypes";
import type { TrashType } from "#convex/lib/trashTypes";

export { trashTypes };

export type TrashItem = FunctionReturnType<typeof api.trash.dashboard.list>["page"][number];

interface Words {
  one: string;
  many: string;
  /** Behind `/p/<project>/`. Null where nothing has a page of its own. */
  page: ((id: string) => string) | null;
}

export const trashTypeLabels: Record<TrashType, Words> = {
  run: { one: "Run", many: "Runs", page: (id) => `runs/${id}` },
  sandbox: { one: "Sandbox", many: "Sandboxes", page: null },
  workflow: { one: "Workflow", many: "Workflows", page: (id) => `workflows/${id}` },
  learning: { one: "Learning", many: "Learnings", page: () => "learnings" },
  issueSession: { one: "Issue session", many: "Issue sessions", page: (id) => `sessions/${id}` },
  answeringSession: { one: "Review", many: "Reviews", page: (id) => `reviews/${id}` },
  context: { one: "Context", many: "Contexts", page: (id) => `contexts/${id}` },
};

/** An item names its type as a text. */
export function trashTypeOf({ entityType }: TrashItem): TrashType {
  const type = trashTypes.find((each) => each === entityType);
  if (type === undefined) throw new Error(`There is no type of thing called ${entityType}.`);
  return type;
}
