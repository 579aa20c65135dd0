// A session of last week: an agent looked for issues and had doubts, which people now review.
import { idOf, idsOf } from "../../seed/service";
import { pass } from "./clock";
import { converse } from "./conversation";
import type { PastShop } from "./runs";

const issues = [
  {
    title: "Customers with exactly 50 euros pay for shipping",
    description: "The shop promises free shipping from 50 euros. `shippingCost(5000)` returns 490.",
    priority: "high",
    suggestedPrompt: "Send orders of exactly 50 euros free of charge. Show it with a test first.",
  },
  {
    title: "Shipping is charged twice for two orders on one day",
    description: "Both orders leave in one parcel, and the customer pays 4.90 for each.",
    priority: "low",
    suggestedPrompt: "Charge shipping once for orders of one day.",
  },
  {
    title: "An invoice of the 31st is due on a Sunday",
    description: "`dueDate` counts days and knows nothing about weekends, when no bank works.",
    priority: "medium",
    suggestedPrompt: "Move a due date that is on a weekend to the next Monday.",
  },
];

const doubts = [
  { question: "Is tax part of the prices in the catalogue?", assumption: "Yes, they are what the customer pays." },
  { question: "May a discount bring the total to zero?", assumption: "Yes, but never below." },
  { question: "Which currency do customers outside of the euro see?", assumption: "Euros; their bank converts." },
  { question: "Is shipping free when a voucher brings the total below 50 euros?", assumption: "Yes, the goods count." },
];

export async function playFirstSession({ service, scenes, checkout }: PastShop): Promise<void> {
  const prompt = "Look at how the shop treats money: what is wrong, and what is unclear?";
  const sessionId = idOf(await service.post("/issue-sessions/start", { prompt }));
  await service.post("/issue-sessions/rename", { sessionId, name: "How the shop treats money" });
  const sandboxPayload = { runtimeSandboxId: "first-session", status: "running" };
  const sandboxId = idOf(await service.call("issueSession.createSandbox", { sessionId, sandboxPayload }));
  const step = { sessionId, role: "researcher", name: "Read what calculates", stepIndex: 0 };
  const stepId = idOf(await service.call("issueSessionStep.create", step));
  const worktree = checkout.folder;
  await converse({ service, scenes, worktree, sandboxId, role: "researcher", prompt: `# The task\n\n${prompt}` });
  pass(5000);
  const found = await service.call("issueSession.createIssuesFromJson", { sessionId, issues });
  const answeringSessionId = idOf(await service.post("/answering-sessions", { issueSessionId: sessionId }));
  const asked = { answeringSessionId, questions: doubts };
  const questionIds = idsOf(await service.call("issueSession.createSessionQuestionsFromJson", asked));
  await service.call("issueSessionStep.updateStatus", { stepId, status: "completed" });
  await service.call("issueSession.updateStatus", { sessionId, status: "completed" });
  await service.call("sandbox.updateStatus", { sandboxId, status: "stopped" });
  await service.put(`/session-questions/${questionIds[0]}/review`, { status: "approved" });
  const correction = "No. A discount of 100 % is refused; somebody has to give the goods away by hand.";
  await service.put(`/session-questions/${questionIds[1]}/review`, { status: "declined", correction });
  await service.post("/issues/update", { issueId: idsOf(found)[0], status: "closed" });
}
