// The pull requests that the runner looks at, as small files that outlive it. No file has a key for the code host.
import { rm } from "node:fs/promises";
import path from "node:path";
import { readState, stateFiles, writeState } from "../state/files";

export interface WatchedRequest {
  runId: string;
  projectId: string;
  repoUrl: string;
  url: string;
  number: number;
  /** How often the runner has looked at it. */
  looks: number;
  /** The last report about its checks, as JSON. */
  told: string | null;
}

export class WatchedRequests {
  constructor(private readonly folder: string) {}

  async write(request: WatchedRequest): Promise<void> {
    await writeState(this.fileOf(request), request);
  }

  async remove(request: WatchedRequest): Promise<void> {
    await rm(this.fileOf(request), { force: true });
  }

  async all(): Promise<WatchedRequest[]> {
    const files = await stateFiles(this.folder);
    const read = await Promise.all(files.map((file) => readState<WatchedRequest>(file)));
    return read.filter((request) => request !== null);
  }

  private fileOf({ runId }: WatchedRequest): string {
    return path.join(this.folder, `${encodeURIComponent(runId)}.json`);
  }
}
