import { callbackQuery } from "../callback/builders";
import { namedDocument } from "../lib/named";
import { presentWorkflow } from "./present";
import type { WorkflowView } from "./present";

export const get = callbackQuery(async (ctx, { workflowId }: { workflowId: string }): Promise<WorkflowView> =>
  presentWorkflow(await namedDocument(ctx, "workflows", workflowId)),
);
