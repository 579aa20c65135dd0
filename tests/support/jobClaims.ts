import type { Runner } from "./fixtures";

/**
 * Claims jobs until one belongs to this project. Any runner can claim any job, so jobs that other tests left come
 * first. They fail for good: an unfinished run would get another attempt, and come again.
 */
export async function claimOf(project: { projectId: string }, job: Runner, args: object) {
  for (;;) {
    const request = { runnerId: "one", ...args };
    const claimed = await job.call("job.claim", request);
    if (claimed === null || claimed.projectId === project.projectId) return claimed;
    const end = { jobId: claimed.id, runnerId: request.runnerId, error: "Another test left it.", retryable: false };
    await job.call("job.fail", end);
  }
}
