// The operations that REST and the dashboard share.
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { unmaskedAddress } from "../lib/maskedAddress";
import { startCheck } from "./model";
import { presentCheck } from "./present";
import type { RepositoryCheckView } from "./present";
import type { CheckRequest } from "./requests";

export const list = listOf({
  name: "repositories/checks",
  bounds: "small",
  filters: {},
  find: ofProject("repositoryChecks"),
  present: presentCheck,
});

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<RepositoryCheckView> {
  return await presentCheck(await getOwn(ctx, "repositoryChecks", id), ctx);
}

export async function check(ctx: WriteCtx, request: CheckRequest): Promise<RepositoryCheckView> {
  const gitRepoUrl = unmaskedAddress(request.gitRepoUrl, ctx.project.gitRepoUrl);
  return await presentCheck(await startCheck(ctx, ctx.project._id, { ...request, gitRepoUrl }), ctx);
}
