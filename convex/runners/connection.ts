// Whether a runner serves a project, for people who set one up. The list of runners does not say it: a holder of the
// shared secret belongs to no project until it is given a job.
import type { ReadCtx } from "../callers/caller";
import { absentSince } from "./presence";

export type RunnerConnectionView = {
  /** Whether somebody asks for runs. It is noticed within two minutes that nobody does any more. */
  isConnected: boolean;
  /** Whether somebody checks repositories, which runners of earlier versions do not. */
  checksRepositories: boolean;
  /** The address that a runner is given. Null where the platform does not say it. */
  serviceUrl: string | null;
};

export async function connectionOf(ctx: ReadCtx): Promise<RunnerConnectionView> {
  const { _id: projectId } = ctx.project;
  const url = process.env["CONVEX_SITE_URL"] ?? "";
  return {
    isConnected: (await absentSince(ctx, projectId, "run.execute")) === null,
    checksRepositories: (await absentSince(ctx, projectId, "repository.check", { mustBeNamed: true })) === null,
    serviceUrl: url === "" ? null : url,
  };
}
