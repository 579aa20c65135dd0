// The repository of a job: its mirror, with the project's key for the code host where there is one.
import { createCredential, createLogin, refusedCredential } from "../git/credential";
import type { Credential } from "../git/credential";
import { openMirror } from "../git/mirror";
import type { Mirror } from "../git/mirror";
import { PermanentJobError } from "../jobs/contract";
import type { Job } from "../jobs/contract";
import type { Folders } from "../jobs/folders";
import { writablePlaces } from "../agents/writablePlaces";
import type { Configuration } from "../config/configuration";
import type { Log } from "../log/events";
import type { Claim } from "../service/claims";
import { createGitIsolation } from "./gitIsolation";
import type { MirrorTools } from "./gitIsolation";
import { separateLogin } from "./addressLogin";
import { requireAllowedAddress } from "./repositoryAddress";
import { readCodeHostKey } from "../codeHosts/projectKey";

export type RepositoryTools = MirrorTools & {
  configuration: AddressSettings;
  folders: Pick<Folders, "mirrors" | "quarantine">;
  log: Log;
};

export async function openRepository(job: Job<Claim, RepositoryTools>, named: string | null): Promise<Mirror> {
  if (named === null || named === "")
    throw new PermanentJobError("There is no repository: neither the run nor the project names one.");
  const { tools, signal } = job;
  const { url, credential } = await findRemote(job, named);
  job.reportProgress(`fetches ${url.replace(/^.*[/:]/, "")}`);
  const { mirrors: parent, quarantine } = tools.folders;
  const tell = (message: string) => tools.log({ kind: "fault", message });
  const gitIsolation = createGitIsolation(tools, "job");
  const places = { projectId: job.claim.projectId, url, parent, quarantine };
  return await openMirror({ ...places, credential, gitIsolation, locks: tools.locks, tell, signal });
}

type AddressSettings = Pick<Configuration, "folder" | "localRepositories" | "agents" | "gates" | "setup" | "devServer">;

/** What is needed of a job to find its repository. */
type Asking = Pick<Job, "call" | "reportProgress"> & {
  claim: Pick<Claim, "projectId">;
  tools: { configuration: AddressSettings };
};

/** Where the repository is. A login in its address counts more than the project's key. Throws PermanentJobError. */
export async function findRemote(job: Asking, named: string): Promise<{ url: string; credential: Credential | null }> {
  const { configuration } = job.tools;
  const { localRepositories: repositories, folder: own } = configuration;
  const local = { repositories, own, writable: writablePlaces(configuration) };
  const { url, login } = separateLogin(await requireAllowedAddress(named, local));
  const ofAddress = login === null ? null : createLogin(url, login);
  if (login?.password != null) return { url, credential: ofAddress };
  return { url, credential: await readCredential(job, url, ofAddress) };
}

/** Without a key for this address, git uses what the user of this machine has set up. */
async function readCredential(job: Asking, url: string, otherwise: Credential | null): Promise<Credential | null> {
  const { token, refusalReason } = await readCodeHostKey(job.call, job.claim.projectId, url);
  if (refusalReason !== null) {
    job.reportProgress(`has no key for the repository. ${refusalReason}`);
    return refusedCredential(refusalReason, otherwise);
  }
  return token === null ? otherwise : createCredential(url, token);
}
