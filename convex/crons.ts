// The work that the clock starts at fixed intervals. Large work is done in batches.
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();
crons.interval("fold the uses of API keys", { minutes: 5 }, internal.apiKeys.scheduled.fold);
crons.interval("tell who has keys that expire", { hours: 1 }, internal.apiKeys.scheduled.giveExpiryNotices);
crons.interval("sweep the answers of repeatable requests", { minutes: 30 }, internal.idempotency.scheduled.sweep);
crons.interval("sweep invitations that have expired", { hours: 1 }, internal.members.scheduled.sweepInvitations);
crons.interval("put back the jobs of lost runners", { minutes: 1 }, internal.jobs.scheduled.release);
crons.interval("sweep old events", { hours: 1 }, internal.events.scheduled.sweep);
crons.interval("sweep jobs that ended long ago", { hours: 1 }, internal.jobs.scheduled.sweep);
crons.interval("fire recurring tasks that have no wake", { minutes: 10 }, internal.recurringTasks.scheduled.fire);
crons.interval("remove what runs were given", { minutes: 5 }, internal.jobInputs.scheduled.sweep);
crons.interval("release scheduled runs that have no wake", { minutes: 1 }, internal.runs.scheduled.releaseAllDue);
crons.interval("notice that nobody asks for jobs", { minutes: 1 }, internal.runners.scheduled.noticeAbsence, {});
crons.interval("sweep runners that are gone", { minutes: 30 }, internal.runners.scheduled.sweep);
crons.interval("end jobs that take too long", { minutes: 1 }, internal.jobs.scheduled.endOverdue);
crons.interval("end runs that take too long", { minutes: 1 }, internal.runs.scheduled.endOverdue);
crons.interval("delete runs that ended long ago", { hours: 1 }, internal.runs.scheduled.sweepOld, { cursor: null });
crons.interval("continue bulk actions that stand still", { minutes: 2 }, internal.bulkActions.scheduled.sweep);
crons.interval("end sandboxes that serve nothing", { minutes: 5 }, internal.sandboxes.scheduled.endOverdue);
crons.interval("finish streams that have fallen silent", { minutes: 5 }, internal.messages.scheduled.finishOverdue);
crons.interval("sweep artifacts that nobody finishes", { hours: 1 }, internal.artifacts.scheduled.sweep, {});
crons.interval("sweep old checks of repositories", { hours: 6 }, internal.repositories.scheduled.sweep);
crons.interval("remove what deleted projects hold", { hours: 24 }, internal.project.scheduled.clearDue);
crons.interval("sweep old notifications", { hours: 24 }, internal.notifications.scheduled.sweep, {});
crons.interval("sweep old entries of the audit log", { hours: 24 }, internal.audit.scheduled.sweep, {});
crons.interval("send to webhooks what a lost sender has left", { minutes: 1 }, internal.webhooks.scheduled.wake, {});
crons.interval("follow feeds for webhooks", { hours: 1 }, internal.webhooks.scheduled.followAll, {});
crons.interval("sweep old deliveries to webhooks", { hours: 1 }, internal.webhooks.scheduled.sweep, {});
crons.interval("continue migrations", { hours: 1 }, internal.migrations.scheduled.start, {});
crons.interval("begin the periods of budgets", { minutes: 1 }, internal.budgets.scheduled.beginDue, {});

export default crons;
