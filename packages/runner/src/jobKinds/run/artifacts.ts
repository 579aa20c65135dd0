// The artifacts of a step: files of the worktree that people look at. The agent may have written anything there, and a
// run never fails because a file could not be uploaded.
import { createHash } from "node:crypto";
import { findFiles } from "../../agentFiles/findFiles";
import { FileTooLargeError, NotPlainFileError } from "../../agentFiles/openFile";
import { readBytes } from "../../agentFiles/readFile";
import type { Step } from "../../service/claims";
import { uploadFile } from "../../service/uploadFile";
import { mediaTypeOf } from "../../text/mediaType";
import type { RunContext } from "./context";

/** The service takes no larger files, and no more of them. */
const maxBytes = 20_000_000;
const maxFiles = 200;

type Work = Pick<RunContext, "job" | "worktree">;

interface Place {
  stepId: string;
  sandboxId: string;
}

export async function uploadArtifacts({ job, worktree }: Work, step: Step, place: Place): Promise<void> {
  const patterns = patternsOf(step);
  if (patterns.length === 0) return;
  try {
    const { names, isCut } = await findFiles(worktree.folder, patterns, maxFiles);
    if (isCut) job.reportProgress(`uploads only ${names.length} artifacts: too many files match, or lie in the folder`);
    for (const name of names) await uploadOrTell({ job, worktree }, place, name);
  } catch (error) {
    job.signal.throwIfAborted();
    job.reportProgress(`finds no artifacts: ${reasonOf(error)}`);
  }
}

/** A service of an earlier version knows no artifacts. */
function patternsOf({ artifacts = [] }: { artifacts?: string[] }): string[] {
  return artifacts;
}

async function uploadOrTell(work: Work, place: Place, name: string): Promise<void> {
  const { job } = work;
  try {
    await upload(work, place, name);
  } catch (error) {
    job.signal.throwIfAborted();
    const why =
      error instanceof FileTooLargeError
        ? "it is larger than 20 MB"
        : error instanceof NotPlainFileError
          ? "it is not a plain file"
          : reasonOf(error);
    job.reportProgress(`does not upload the artifact ${name}: ${why}`);
  }
}

async function upload({ job, worktree }: Work, place: Place, name: string): Promise<void> {
  const bytes = await readBytes(worktree.folder, name, maxBytes);
  // The service takes no empty file, and nobody would look at one.
  if (bytes === null || bytes.length === 0) return;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const mediaType = mediaTypeOf(name);
  const says = { ...place, name, mediaType, size: bytes.length, sha256 };
  const { artifactId, uploadUrl } = await job.call("artifact.begin", says);
  const sent = { url: uploadUrl, bytes: new Uint8Array(bytes), mediaType };
  const storageId = await uploadFile(sent, job.signal);
  await job.call("artifact.finish", { artifactId, storageId });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
