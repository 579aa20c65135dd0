// The tables of the product. Each domain defines its own in its schema.ts.
import { defineSchema } from "convex/server";
import { analyticsTables } from "./analytics/schema";
import { answeringSessionTables } from "./answeringSessions/schema";
import { apiKeyTables } from "./apiKeys/schema";
import { bulkActionTables } from "./bulkActions/schema";
import { artifactTables } from "./artifacts/schema";
import { assetTables } from "./assets/schema";
import { auditTables } from "./audit/schema";
import { budgetTables } from "./budgets/schema";
import { counterTables } from "./counters/schema";
import { eventTables } from "./events/schema";
import { jobInputTables } from "./jobInputs/schema";
import { feedbackTables } from "./feedback/schema";
import { healthTables } from "./health/schema";
import { hookTables } from "./hooks/schema";
import { idempotencyTables } from "./idempotency/schema";
import { idpTables } from "./idp/schema";
import { inboxTables } from "./inbox/schema";
import { issueTables } from "./issues/schema";
import { issueSessionTables } from "./issueSessions/schema";
import { jobTables } from "./jobs/schema";
import { learningTables } from "./learnings/schema";
import { learningVersionTables } from "./learningVersions/schema";
import { memberTables } from "./members/schema";
import { mergingTables } from "./merging/schema";
import { messageTables } from "./messages/schema";
import { migrationTables } from "./migrations/schema";
import { notificationTables } from "./notifications/schema";
import { outcomeTables } from "./outcomes/schema";
import { personaTables } from "./personas/schema";
import { projectTables } from "./project/schema";
import { providerKeyTables } from "./providerKeys/schema";
import { queueTables } from "./queue/schema";
import { recurringTaskTables } from "./recurringTasks/schema";
import { repositoryTables } from "./repositories/schema";
import { runnerTables } from "./runners/schema";
import { runEventTables } from "./runEvents/schema";
import { runnerTokenTables } from "./runnerTokens/schema";
import { runTables } from "./runs/schema";
import { runQuestionTables } from "./runQuestions/schema";
import { runStepTables } from "./runSteps/schema";
import { sandboxTables } from "./sandboxes/schema";
import { sealingTables } from "./sealing/schema";
import { sessionQuestionTables } from "./sessionQuestions/schema";
import { settingsTables } from "./settings/schema";
import { sprintChainTables } from "./sprintChains/schema";
import { sharedCopyTables } from "./sharedCopies/schema";
import { telemetryTables } from "./telemetry/schema";
import { trashTables } from "./trash/schema";
import { usageTables } from "./usage/schema";
import { userTables } from "./users/schema";
import { webhookTables } from "./webhooks/schema";
import { workChainTables } from "./workChains/schema";
import { workflowTables } from "./workflows/schema";

export default defineSchema({
  ...userTables,
  ...projectTables,
  ...memberTables,
  ...apiKeyTables,
  ...runnerTokenTables,
  ...providerKeyTables,
  ...settingsTables,
  ...hookTables,
  ...sealingTables,
  ...counterTables,
  ...idempotencyTables,
  ...auditTables,
  ...idpTables,
  ...workflowTables,
  ...repositoryTables,
  ...personaTables,
  ...assetTables,
  ...runTables,
  ...feedbackTables,
  ...artifactTables,
  ...bulkActionTables,
  ...runStepTables,
  ...runEventTables,
  ...eventTables,
  ...runQuestionTables,
  ...jobInputTables,
  ...sharedCopyTables,
  ...sandboxTables,
  ...messageTables,
  ...usageTables,
  ...outcomeTables,
  ...analyticsTables,
  ...sprintChainTables,
  ...workChainTables,
  ...recurringTaskTables,
  ...issueTables,
  ...issueSessionTables,
  ...answeringSessionTables,
  ...sessionQuestionTables,
  ...learningTables,
  ...learningVersionTables,
  ...mergingTables,
  ...notificationTables,
  ...inboxTables,
  ...trashTables,
  ...jobTables,
  ...queueTables,
  ...budgetTables,
  ...runnerTables,
  ...webhookTables,
  ...telemetryTables,
  ...healthTables,
  ...migrationTables,
});
