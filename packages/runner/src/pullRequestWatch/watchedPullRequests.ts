// The pull requests that the runner looks at, as small files that outlive it. No file has a key for the code host.
import * as z from "zod";
import { JsonFiles } from "../state/jsonFiles";

const watchedRequest = z.object({
  runId: z.string(),
  projectId: z.string(),
  repoUrl: z.string(),
  url: z.string(),
  number: z.number(),
  /** How often the runner has looked at it. */
  looks: z.number(),
  /** The last report about its checks, as JSON. */
  told: z.string().nullable(),
});
export type WatchedPullRequest = z.infer<typeof watchedRequest>;

export class WatchedPullRequests {
  private readonly files: JsonFiles<WatchedPullRequest>;

  constructor(folder: string, warn: (message: string) => void) {
    this.files = new JsonFiles({ folder, shape: watchedRequest, nameOf, warn });
  }

  async write(request: WatchedPullRequest): Promise<void> {
    await this.files.write(request);
  }

  async remove(request: WatchedPullRequest): Promise<void> {
    await this.files.remove(nameOf(request));
  }

  async all(): Promise<WatchedPullRequest[]> {
    return await this.files.all();
  }
}

function nameOf({ runId }: Pick<WatchedPullRequest, "runId">): string {
  return encodeURIComponent(runId);
}
