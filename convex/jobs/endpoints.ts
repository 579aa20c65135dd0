import type { Doc } from "../_generated/dataModel";
import { projectMutations, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import * as handlers from "./handlers";
import { isListed, jobRank, latestJobs } from "./lists";
import { presentOpenJob } from "./present";
import type { OpenJobView } from "./present";
import type { ListRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { limit, cursor, ...filters }: ListRequest): Promise<Page<OpenJobView>> => {
    const { project } = ctx;
    const range = { projectId: project._id, status: filters.status };
    const jobs = {
      project,
      name: listName("jobs", filters),
      sources: [(fromMs: number, rank: number) => latestJobs(ctx, range, fromMs, rank)],
      rankOf: jobRank,
      isShown: (job: Doc<"jobs">) => isListed(job, filters.kind),
    };
    return await readPage(jobs, { limit, cursor }, pageBounds.usual, presentOpenJob);
  },
);

export const { redrive } = projectMutations(handlers);
