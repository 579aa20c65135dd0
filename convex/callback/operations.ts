// The index of the callback: the first word of an operation chooses a domain, and a call loads its operations alone.
import type { Operation } from "./rows";

const domains: ReadonlyMap<string, () => Promise<{ operations: readonly Operation[] }>> = new Map([
  ["job", () => import("../jobs/operations")],
  ["keys", () => import("../providerKeys/operations")],
  ["issue", () => import("../issues/operations")],
  ["issueSession", () => import("../issueSessions/operations")],
  ["issueSessionStep", () => import("../issueSessions/operations")],
  ["mergeRun", () => import("../merging/operations")],
  ["answeringSession", () => import("../answeringSessions/operations")],
  ["sessionQuestions", () => import("../sessionQuestions/operations")],
  ["notification", () => import("../notifications/operations")],
  ["settings", () => import("../settings/operations")],
  ["learning", () => import("../learnings/operations")],
  ["learningVersion", () => import("../learningVersions/operations")],
  ["context", () => import("../contexts/operations")],
  ["skill", () => import("../skills/operations")],
  ["command", () => import("../commands/operations")],
  ["script", () => import("../scripts/operations")],
  ["sprintChain", () => import("../sprintChains/operations")],
  ["workChain", () => import("../workChains/operations")],
  ["persona", () => import("../personas/operations")],
  ["run", () => import("../runs/operations")],
  ["runStep", () => import("../runSteps/operations")],
  ["sandbox", () => import("../sandboxes/operations")],
  ["message", () => import("../messages/operations")],
  ["usage", () => import("../usage/operations")],
  ["workflow", () => import("../workflows/operations")],
]);

export async function findOperation(name: string): Promise<Operation | undefined> {
  const [domain = ""] = name.split(".", 1);
  const load = domains.get(domain);
  return (await load?.())?.operations.find((operation) => operation.name === name);
}

/** For those who go through all of them. */
export async function allOperations(): Promise<Operation[]> {
  const loaded = await Promise.all([...domains.values()].map((load) => load()));
  return [...new Set(loaded.flatMap(({ operations }) => operations))];
}
