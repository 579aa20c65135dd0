import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { keyActor } from "../callers/actor";
import { recordRefusalOf } from "../callers/audited";
import { authenticate } from "../callers/keys";
import { entriesOf, isAskedFor } from "./lists";
import { presentEntry } from "./present";
import type { AuditEntryView } from "./present";

type ListRequest = PageRequest & {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

export const list = projectQuery(
  async (ctx, { limit, cursor, from, to, ...asked }: ListRequest): Promise<Page<AuditEntryView>> => {
    const { project } = ctx;
    const filters = { ...asked, fromMs: from, toMs: to };
    const sources = [entriesOf(ctx, project._id, filters)];
    const paged = { project, name: listName("audit-log", filters), sources, isShown: isAskedFor(filters) };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, presentEntry);
  },
);

/** Refusals undo their transaction, so the edge records them in another one. */
export const recordRefusal = internalMutation({
  args: { keyHash: v.string(), functionName: v.string(), requestId: v.string() },
  handler: async (ctx, { keyHash, functionName, requestId }): Promise<null> => {
    const { key, project } = await authenticate(ctx, keyHash);
    await recordRefusalOf(ctx, project._id, { actor: keyActor(key), functionName, requestId });
    return null;
  },
});
