// Adds an event to the feed of a project. It writes one new row and reads no row that another event changes, so no two
// changes wait for each other because of the feed, however many there are at once. The platform gives the row its
// position when it commits.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { publicId } from "../lib/publicIds";
import type { EntityName, TableOf } from "../lib/publicIds";
import { redactedJson } from "./redactedJson";
import { exportWhenOver } from "../telemetry/trigger";
import { eventSubjects } from "./types";
import type { EventSubject, EventType, SubjectOf } from "./types";

type Named = { [Name in EventSubject]: (typeof eventSubjects)[Name] extends EntityName ? Name : never }[EventSubject];

/** What an event is about: `{ type: "issue", id: issue._id }` */
export type Subject<Name extends EventSubject = EventSubject> = {
  [Type in Name & Named]: { type: Type; id: Id<TableOf<(typeof eventSubjects)[Type]>> };
}[Name & Named];

/** How a domain reports a change. `data` holds ids, names and states: never prompts, messages or secrets. */
export type News = {
  [Type in EventType]: { type: Type; subject: Subject<SubjectOf<Type>>; data: Record<string, unknown> };
}[EventType];

export type NewEvent = News & { projectId: Id<"projects">; runId?: Id<"runs"> };

/** A caller of a project has read it. */
type FeedCtx = MutationCtx & { project?: Doc<"projects"> };

/** Call this in the transaction of the change that the event reports. */
export async function appendToFeed(ctx: FeedCtx, event: NewEvent): Promise<Id<"events">> {
  const { projectId, type, subject, runId, data } = event;
  await wakeWebhooks(ctx, projectId);
  const eventId = await ctx.db.insert("events", {
    projectId,
    type,
    subjectType: subject.type,
    subjectId: publicId<EntityName>(eventSubjects[subject.type], subject.id),
    data: redactedJson(data),
    commitTs: ctx.db.vars.commitTs,
    ...omitNullish({ runId }),
  });
  await exportWhenOver(ctx, type, eventId);
  return eventId;
}

/**
 * Webhooks follow the feed by themselves and only have to be woken. Each event does it, because many events at once
 * would change a row that says that they are awake already.
 */
async function wakeWebhooks(ctx: FeedCtx, projectId: Id<"projects">): Promise<void> {
  const project = ctx.project?._id === projectId ? ctx.project : await ctx.db.get("projects", projectId);
  if (project?.hasWebhooks !== true) return;
  await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.follow, { projectId });
}
