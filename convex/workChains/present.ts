import type { Doc } from "../_generated/dataModel";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { shownAddress } from "../lib/repositoryAddress";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface WorkChainView extends Ids {
  status: string;
  title: string;
  description: string | null;
  issueIds: string[];
  workflowId: string;
  gitRepoUrl: string | null;
  branchName: string;
  currentIssueIndex: number;
  activeRunId: string | null;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
}

export function presentWorkChain(chain: Doc<"workChains">): WorkChainView {
  const { status, title, description = null, gitRepoUrl, branchName, currentIssueIndex, error = null } = chain;
  const { activeRunId, startedAtMs, completedAtMs } = chain;
  return withIds("workChains", chain._id, {
    status,
    title,
    description,
    issueIds: chain.issueIds.map((issueId) => publicId("issues", issueId)),
    workflowId: publicId("workflows", chain.workflowId),
    gitRepoUrl: gitRepoUrl === null ? null : shownAddress(gitRepoUrl),
    branchName,
    currentIssueIndex,
    activeRunId: publicIdOrNull("runs", activeRunId),
    error,
    createdAt: isoTime(chain._creationTime),
    startedAt: isoTimeOrNull(startedAtMs),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}
