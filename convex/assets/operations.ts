import { getAnyProject } from "../lib/getDocument";
import { callbackQuery } from "../callback/builders";
import type { RunnerAssetView } from "./present";
import type { ListActiveRequest } from "./requests";
import type { AssetKind } from "./schema";
import { listForRunner } from "./activeAssets";

export const listActiveContexts = listActiveOf("context");
export const listActiveSkills = listActiveOf("skill");
export const listActiveCommands = listActiveOf("command");
export const listActiveScripts = listActiveOf("script");

function listActiveOf(kind: AssetKind) {
  return callbackQuery(async (ctx, { projectId, after }: ListActiveRequest): Promise<RunnerAssetView[]> => {
    const project = await getAnyProject(ctx, projectId);
    return await listForRunner(ctx, project._id, kind, after);
  });
}
