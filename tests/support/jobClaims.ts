import type { Runner } from "./fixtures";

/**
 * Claims jobs until one belongs to this project. Any runner can claim any job, so jobs that other tests left come
 * first.
 */
export async function claimOf(project: { projectId: string }, job: Runner, args: object) {
  for (;;) {
    const request = { runnerId: "one", ...args };
    const claimed = await job.call("job.claim", request);
    if (claimed === null || claimed.projectId === project.projectId) return claimed;
    await job.call("job.complete", { jobId: claimed.id, runnerId: request.runnerId });
  }
}
