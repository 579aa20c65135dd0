import { callbackMutation } from "../callback/builders";
import { recordReport } from "./reports";
import type { ReportRequest } from "./requests";

export const report = callbackMutation(async (ctx, request: ReportRequest): Promise<null> => {
  await recordReport(ctx, ctx.token, request);
  return null;
});
