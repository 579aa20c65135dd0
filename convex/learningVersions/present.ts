import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { presentActor } from "../callers/actors";
import { documentOf } from "./model";
import type { VersionStatus } from "./schema";

/** As in lists, which do not hold the documents. */
export interface VersionView {
  id: string;
  _id: string;
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
  const id = publicId("learningVersions", row._id);
  const { roleType, version, status, learningCount, activatedAtMs } = row;
  return {
    id,
    _id: id,
    roleType,
    version,
    status,
    learningCount,
    createdBy: await presentActor(ctx, row.createdBy),
    createdAt: isoTime(row._creationTime),
    activatedAt: activatedAtMs === undefined ? null : isoTime(activatedAtMs),
  };
}

export async function presentWithContent(ctx: QueryCtx, version: Doc<"learningVersions">): Promise<VersionDetail> {
  const { learningIds, content } = await documentOf(ctx, version);
  const shownIds = learningIds.map((id) => publicId("learnings", id));
  return { ...(await presentVersion(ctx, version)), learningIds: shownIds, content };
}
