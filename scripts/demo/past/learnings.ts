// What the agents of the shop have learnt, and what people said about it.
import { idOf, idsOf } from "../../seed/service";
import type { Fields, Service } from "../../seed/service";
import type { PastRun } from "./runs";

const learnt: Fields[] = [
  {
    category: "money",
    content: "Amounts are whole cents. Typed prices are rounded, because 0.29 * 100 is less than 29.",
    trigger: "A price that somebody has typed",
    correctBehavior: "Use parsePrice, and test a price such as 0.29.",
    severity: "high",
    applicableRoles: ["designer", "checker"],
  },
  {
    category: "testing",
    content: "A limit needs a test on both sides: the last value that is refused, and the first that is allowed.",
    trigger: "A comparison such as `from 50 euros`",
    correctBehavior: "Test 4999 and 5000 cents.",
    severity: "medium",
    applicableRoles: ["designer", "checker"],
  },
  {
    category: "search",
    content: "What a customer has typed is a text and never a regular expression.",
    trigger: "A search or a filter",
    correctBehavior: "Compare with includes, in small letters.",
    severity: "high",
    applicableRoles: ["designer"],
  },
  {
    category: "security",
    content: "Everything that a customer has written is escaped before it becomes HTML, also names.",
    trigger: "A new e-mail or page",
    correctBehavior: "Use escapeHtml of src/mail.js.",
    severity: "critical",
    applicableRoles: ["designer", "checker"],
  },
  {
    category: "style",
    content: "Put every function into a file of its own.",
    trigger: "A new function",
    correctBehavior: "Make a file for it.",
    severity: "low",
    applicableRoles: ["designer"],
  },
  {
    category: "stock",
    content: "The warehouse answers over the network, so nothing that was read is still true when it is written.",
    trigger: "A change of src/stock.js",
    correctBehavior: "Say what happens when two orders arrive at once.",
    severity: "high",
    applicableRoles: ["designer", "checker"],
  },
];

/** Stores what was learnt in a run, and returns the ids. */
export async function learn(service: Service, run: PastRun, numbers: number[]): Promise<string[]> {
  const { id: runId, sandboxId } = run;
  await service.call("sandbox.updateLearningStatus", { sandboxId, learningStatus: "running" });
  const learnings = numbers.map((number) => ({ ...learnt[number], sandboxId, runId }));
  const ids = idsOf(await service.call("learning.bulkStore", { learnings }));
  await service.call("sandbox.updateLearningStatus", { sandboxId, learningStatus: "completed" });
  return ids;
}

export async function review(service: Service, learningIds: string[], status: "approved" | "rejected"): Promise<void> {
  for (const learningId of learningIds) await service.post("/learnings/update-status", { learningId, status });
}

/** Makes the next version of what the role's agents read, and lets them read it. */
export async function compile(service: Service, roleType: string, learningIds: string[]): Promise<void> {
  const versionId = idOf(await service.post("/learning-versions/compile", { roleType, learningIds }));
  await service.post("/learning-versions/activate", { versionId });
}
