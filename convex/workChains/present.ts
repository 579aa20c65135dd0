import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface WorkChainView {
  id: string;
  _id: string;
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
  const id = publicId("workChains", chain._id);
  const { status, title, description = null, gitRepoUrl, branchName, currentIssueIndex, error = null } = chain;
  const { activeRunId, startedAtMs, completedAtMs } = chain;
  return {
    id,
    _id: id,
    status,
    title,
    description,
    issueIds: chain.issueIds.map((issueId) => publicId("issues", issueId)),
    workflowId: publicId("workflows", chain.workflowId),
    gitRepoUrl,
    branchName,
    currentIssueIndex,
    activeRunId: activeRunId === undefined ? null : publicId("runs", activeRunId),
    error,
    createdAt: isoTime(chain._creationTime),
    startedAt: startedAtMs === undefined ? null : isoTime(startedAtMs),
    completedAt: completedAtMs === undefined ? null : isoTime(completedAtMs),
  };
}
