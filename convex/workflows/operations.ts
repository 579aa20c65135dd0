import { callbackQuery } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { presentWorkflow } from "./present";
import type { WorkflowView } from "./present";

export const get = callbackQuery(async (ctx, { workflowId }: { workflowId: string }): Promise<WorkflowView> =>
  presentWorkflow(await getForRunner(ctx, "workflows", workflowId)),
);
