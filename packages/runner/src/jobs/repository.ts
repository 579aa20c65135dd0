// The repository of a job: its mirror, with the project's key for the code host where there is one.
import { credentialFor, hostOf } from "../git/credential";
import type { Credential } from "../git/credential";
import { openMirror } from "../git/mirror";
import type { Mirror } from "../git/mirror";
import { Hopeless } from "../work/tools";
import type { Job } from "../work/tools";

export async function repositoryOf(job: Job, url: string | null): Promise<Mirror> {
  if (url === null || url === "")
    throw new Hopeless("There is no repository: neither the run nor the project names one.");
  if (url.startsWith("-")) throw new Hopeless(`The address of the repository, ${url}, is not one.`);
  const { tools, signal } = job;
  job.doing(`fetches ${url.replace(/^.*[/:]/, "")}`);
  const credential = await credentialOf(job, url);
  return await openMirror({ url, credential, parent: tools.places.mirrors, locks: tools.locks, signal });
}

/** Without a key of the project, git uses what the user of this machine has set up. */
async function credentialOf(job: Job, url: string): Promise<Credential | null> {
  const token = await hostToken(job, url);
  return token === null ? null : credentialFor(url, token);
}

/** The project's key for the code host of an address, or null. */
export async function hostToken({ call, claim }: Pick<Job, "call" | "claim">, url: string): Promise<string | null> {
  const host = hostOf(url);
  if (host === null) return null;
  const wanted = { projectId: claim.projectId, keyType: "code_host" };
  const found = await call("keys.getWithFallback", wanted);
  return found?.key ?? null;
}
