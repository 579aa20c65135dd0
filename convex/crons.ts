// The work that the clock starts at fixed intervals. Large work is done in batches.
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();
crons.interval("fold the uses of API keys", { minutes: 5 }, internal.apiKeys.jobs.fold);
crons.interval("sweep the answers of repeatable requests", { minutes: 30 }, internal.idempotency.jobs.sweep);
crons.interval("sweep invitations that have expired", { hours: 1 }, internal.members.jobs.sweepInvitations);
crons.interval("put back the jobs of lost runners", { minutes: 1 }, internal.jobs.jobs.release);
crons.interval("sweep jobs that ended long ago", { hours: 1 }, internal.jobs.jobs.sweep);
crons.interval("fire recurring tasks that have no wake", { minutes: 10 }, internal.recurringTasks.jobs.fire);
crons.interval("remove what runs were given", { minutes: 5 }, internal.jobInputs.jobs.sweep);
crons.interval("release scheduled runs that have no wake", { minutes: 1 }, internal.runs.jobs.releaseAllDue);
crons.interval("notice that nobody asks for jobs", { minutes: 1 }, internal.runners.jobs.noticeAbsence, {});
crons.interval("sweep runners that are gone", { minutes: 30 }, internal.runners.jobs.sweep);
crons.interval("end jobs that take too long", { minutes: 1 }, internal.jobs.jobs.endOverdue);
crons.interval("end runs that take too long", { minutes: 1 }, internal.runs.jobs.endOverdue);
crons.interval("end sandboxes that serve nothing", { minutes: 5 }, internal.sandboxes.jobs.endOverdue);
crons.interval("finish streams that have fallen silent", { minutes: 5 }, internal.messages.jobs.finishOverdue);
crons.interval("remove what deleted projects hold", { hours: 24 }, internal.project.jobs.clearDue);
crons.interval("sweep old notifications", { hours: 24 }, internal.notifications.jobs.sweep, {});
crons.interval("continue migrations", { hours: 1 }, internal.migrations.jobs.start, {});

export default crons;
