// The index of the callback. The first word of an operation chooses a domain, and a call loads only its operations. The
// whole name does where a domain is spoken to by the first word of another.
/* eslint-disable switchyard/layers -- It names the entry modules of all layers and loads each on demand. */
import type { Operation } from "./operationBuilders";

const domains: ReadonlyMap<string, () => Promise<{ operations: readonly Operation[] }>> = new Map([
  ["job", () => import("../jobs/routes")],
  ["keys", () => import("../providerKeys/routes")],
  ["issue", () => import("../issues/routes")],
  ["issueSession", () => import("../issueSessions/routes")],
  ["issueSessionStep", () => import("../issueSessions/routes")],
  ["repositoryCheck", () => import("../repositories/routes")],
  ["mergeRun", () => import("../merging/routes")],
  ["answeringSession", () => import("../answeringSessions/routes")],
  ["sessionQuestions", () => import("../sessionQuestions/routes")],
  ["notification", () => import("../notifications/routes")],
  ["settings", () => import("../settings/routes")],
  ["learning", () => import("../learnings/routes")],
  ["learningVersion", () => import("../learningVersions/routes")],
  ["context", () => import("../assets/routes")],
  ["skill", () => import("../assets/routes")],
  ["command", () => import("../assets/routes")],
  ["script", () => import("../assets/routes")],
  ["sprintChain", () => import("../sprintChains/routes")],
  ["workChain", () => import("../workChains/routes")],
  ["persona", () => import("../personas/routes")],
  ["runner", () => import("../runners/routes")],
  ["run", () => import("../runs/routes")],
  ["run.ask", () => import("../runQuestions/routes")],
  ["run.awaitAnswer", () => import("../runQuestions/routes")],
  ["run.reportFeedback", () => import("../feedback/routes")],
  ["run.listOpenFeedback", () => import("../feedback/routes")],
  ["artifact", () => import("../artifacts/routes")],
  ["runStep", () => import("../runSteps/routes")],
  ["sandbox", () => import("../sandboxes/routes")],
  ["message", () => import("../messages/routes")],
  ["usage", () => import("../usage/routes")],
  ["workflow", () => import("../workflows/routes")],
]);

export async function findOperation(name: string): Promise<Operation | undefined> {
  const [domain = ""] = name.split(".", 1);
  const load = domains.get(name) ?? domains.get(domain);
  return (await load?.())?.operations.find((operation) => operation.name === name);
}

/** Loads all operations, for the tests and the documents that list them. */
export async function allOperations(): Promise<Operation[]> {
  const loaded = await Promise.all([...domains.values()].map((load) => load()));
  return [...new Set(loaded.flatMap(({ operations }) => operations))];
}
