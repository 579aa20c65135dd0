// The repository of a job: its mirror, with the project's key for the code host where there is one.
import { credentialFor, noCredential } from "../git/credential";
import type { Credential } from "../git/credential";
import { openMirror } from "../git/mirror";
import type { Mirror } from "../git/mirror";
import { Hopeless } from "../jobs/contract";
import type { Job } from "../jobs/contract";
import type { Folders } from "../jobs/folders";
import type { Configuration } from "../config/configuration";
import type { Log } from "../log/events";
import type { Claim } from "../service/claims";
import { apartIn } from "./gitIsolation";
import type { MirrorTools } from "./gitIsolation";
import { checkedAddress } from "./repositoryAddress";
import { hostKey } from "../codeHosts/projectKey";

export type RepositoryTools = MirrorTools & {
  configuration: Pick<Configuration, "folder" | "localRepositories">;
  folders: Pick<Folders, "mirrors" | "quarantine">;
  log: Log;
};

export async function repositoryOf(job: Job<Claim, RepositoryTools>, named: string | null): Promise<Mirror> {
  if (named === null || named === "")
    throw new Hopeless("There is no repository: neither the run nor the project names one.");
  const { tools, signal } = job;
  const { localRepositories: repositories, folder: own } = tools.configuration;
  const url = await checkedAddress(named, { repositories, own });
  job.doing(`fetches ${url.replace(/^.*[/:]/, "")}`);
  const credential = await credentialOf(job, url);
  const { mirrors: parent, quarantine } = tools.folders;
  const tell = (message: string) => tools.log({ kind: "fault", message });
  const apart = apartIn(tools, "job");
  return await openMirror({ url, credential, parent, quarantine, apart, locks: tools.locks, tell, signal });
}

/** Without a key for this address, git uses what the user of this machine has set up. */
async function credentialOf(job: Job, url: string): Promise<Credential | null> {
  const { token, refused } = await hostKey(job.call, job.claim.projectId, url);
  if (refused !== null) {
    job.doing(`has no key for the repository. ${refused}`);
    return noCredential(refused);
  }
  return token === null ? null : credentialFor(url, token);
}
