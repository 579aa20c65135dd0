import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentActor } from "../callers/caller";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import { readDocument } from "./model";
import type { VersionStatus } from "./schema";

/** A version as lists show it, without its document. */
export interface VersionView extends Ids {
  roleType: string;
  version: number;
  status: VersionStatus;
  learningCount: number;
  createdBy: string;
  createdAt: string;
  activatedAt: string | null;
}

export interface VersionDetail extends VersionView {
  learningIds: string[];
  content: string;
}

export async function presentVersion(ctx: QueryCtx, row: Doc<"learningVersions">): Promise<VersionView> {
  const { roleType, version, status, learningCount, activatedAtMs } = row;
  return withIds("learningVersions", row._id, {
    roleType,
    version,
    status,
    learningCount,
    createdBy: await presentActor(ctx, row.createdBy),
    createdAt: isoTime(row._creationTime),
    activatedAt: isoTimeOrNull(activatedAtMs),
  });
}

export async function presentWithContent(ctx: QueryCtx, version: Doc<"learningVersions">): Promise<VersionDetail> {
  const { learningIds, content } = await readDocument(ctx, version);
  const shownIds = learningIds.map((id) => publicId("learnings", id));
  return { ...(await presentVersion(ctx, version)), learningIds: shownIds, content };
}
