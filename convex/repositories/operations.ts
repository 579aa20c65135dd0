import { callbackMutation, callbackQuery } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { endCheck } from "./model";
import { presentCheck } from "./present";
import type { RepositoryCheckView } from "./present";
import type { ReportRequest } from "./requests";

export const get = callbackQuery(
  async (ctx, { checkId }: { checkId: string }): Promise<RepositoryCheckView> =>
    await presentCheck(await getForRunner(ctx, "repositoryChecks", checkId), ctx),
);

export const report = callbackMutation(
  async (ctx, found: ReportRequest): Promise<RepositoryCheckView> =>
    await presentCheck(await endCheck(ctx, await getForRunner(ctx, "repositoryChecks", found.checkId), found), ctx),
);
