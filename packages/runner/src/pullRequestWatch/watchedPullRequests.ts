// The pull requests that the runner looks at, as small files that outlive it. No file has a key for the code host.
import * as z from "zod";
import { StateFiles } from "../state/jsonFiles";

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
export type WatchedRequest = z.infer<typeof watchedRequest>;

export class WatchedRequests {
  private readonly files: StateFiles<WatchedRequest>;

  constructor(folder: string, tell: (message: string) => void) {
    this.files = new StateFiles({ folder, shape: watchedRequest, nameOf, tell });
  }

  async write(request: WatchedRequest): Promise<void> {
    await this.files.write(request);
  }

  async remove(request: WatchedRequest): Promise<void> {
    await this.files.remove(nameOf(request));
  }

  async all(): Promise<WatchedRequest[]> {
    return await this.files.all();
  }
}

function nameOf({ runId }: Pick<WatchedRequest, "runId">): string {
  return encodeURIComponent(runId);
}
