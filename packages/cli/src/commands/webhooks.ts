// `switchyard webhooks ...`: addresses to which the events of the project are sent.
import { command } from "../frame/command";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, dim, green, join, red } from "../terminal/text";
import { ageText, limit, showDone, showList, standardLimit, stateText, timeText } from "./show";
import { listen } from "./webhooksListen";

const webhookArgument = { webhook: { about: "its id", known: "webhook" } } as const;

const list = command({
  name: "webhooks list",
  about: "List webhooks",
  arguments: {},
  options: { limit },
  examples: [{ line: "switchyard webhooks list", about: "With the last delivery to each" }],
  run: async (context, { options }) => {
    await showList(context, {
      items: context.client().webhooks.list({}, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "WEBHOOK", of: ({ id }) => id, isWhole: true },
        { title: "URL", of: ({ url }) => bold(url) },
        { title: "EVENTS", of: ({ events }) => events.join(" ") },
        { title: "STATE", of: stateOf, isWhole: true },
        { title: "DELIVERED", of: ({ lastDeliveryAt }) => ageText(lastDeliveryAt), isWhole: true },
      ],
      whenEmpty: "There are no webhooks.",
    });
  },
});

interface Shown {
  isEnabled: boolean;
  disabledReason: string | null;
  failingSince: string | null;
}

function stateOf({ isEnabled, disabledReason, failingSince }: Shown) {
  if (!isEnabled) return disabledReason === null ? dim("off") : red(`off: ${disabledReason}`);
  return failingSince === null ? green("on") : red("failing");
}

const create = command({
  name: "webhooks create",
  about: "Send events to an address",
  details: "The secret that signs the messages is printed once, and to standard output alone.",
  arguments: { url: { about: "where messages go, with https" } },
  options: {
    events: { kind: "text", value: "types", about: "types such as run.failed or run.*, with commas between (all)" },
    description: { kind: "text", value: "text", about: "what it is for" },
  },
  examples: [
    {
      line: "switchyard webhooks create https://receiver.example/hook --events run.failed,questions.* > hook.secret",
      about: "For what needs somebody",
    },
  ],
  run: async (context, { args, options }) => {
    const events = options.events?.split(",").map((type) => type.trim());
    const fields = omitUndefined({ events, description: options.description });
    const made = await context.client().webhooks.create({ url: args.url, ...fields }, { signal: context.signal });
    if (context.isJson) return context.terminal.json(made);
    context.terminal.note(join("The secret of ", bold(made.id), " is shown only this once:"));
    context.terminal.print(made.secret);
  },
});

const remove = command({
  name: "webhooks delete",
  about: "Delete a webhook",
  arguments: webhookArgument,
  options: {},
  examples: [{ line: "switchyard webhooks delete <webhook>", about: "By its id" }],
  run: async (context, { args }) => {
    const gone = await context.client().webhooks.delete({ id: args.webhook }, { signal: context.signal });
    showDone(context, gone, join("Deleted ", bold(gone.id)));
  },
});

const test = command({
  name: "webhooks test",
  about: "Send a test message",
  arguments: webhookArgument,
  options: {},
  examples: [{ line: "switchyard webhooks test <webhook>", about: "Whatever events it asks for" }],
  run: async (context, { args }) => {
    const sent = await context.client().webhooks.test({ id: args.webhook }, { signal: context.signal });
    showDone(context, sent, join("It is on its way as ", bold(sent.deliveryId)));
  },
});

const deliveries = command({
  name: "webhooks deliveries",
  about: "List what was sent to a webhook",
  arguments: webhookArgument,
  options: {
    status: { kind: "choice", values: ["pending", "succeeded", "failed"], about: "only those" },
    limit,
  },
  examples: [{ line: "switchyard webhooks deliveries <webhook> --status failed", about: "What has not arrived" }],
  run: async (context, { args, options }) => {
    const filter = omitUndefined({ status: options.status });
    await showList(context, {
      items: context.client().webhooks.deliveries({ id: args.webhook, ...filter }, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "DELIVERY", of: ({ id }) => id, isWhole: true },
        { title: "EVENT", of: ({ eventType }) => bold(eventType) },
        { title: "STATUS", of: ({ status }) => stateText(status), isWhole: true },
        { title: "TRIED", of: ({ attempts }) => String(attempts.length), isWhole: true },
        { title: "LAST", of: ({ attempts }) => lastOf(attempts.at(-1)) },
        { title: "NEXT", of: ({ nextAttemptAt }) => timeText(nextAttemptAt), isWhole: true },
      ],
      whenEmpty: "There are no such deliveries.",
    });
  },
});

function lastOf(attempt: { statusCode: number | null; error: string | null } | undefined): string {
  return attempt === undefined ? "" : (attempt.error ?? String(attempt.statusCode));
}

const retry = command({
  name: "webhooks retry",
  about: "Send a message again",
  arguments: { ...webhookArgument, delivery: { about: "its id, from `webhooks deliveries`" } },
  options: {},
  examples: [{ line: "switchyard webhooks retry <webhook and delivery>", about: "Now, and with the usual pauses" }],
  run: async (context, { args }) => {
    const which = { id: args.webhook, deliveryId: args.delivery };
    const delivery = await context.client().webhooks.deliveries.retry(which, { signal: context.signal });
    showDone(context, delivery, join(bold(delivery.eventType), ": ", stateText(delivery.status)));
  },
});

const rotateSecret = command({
  name: "webhooks rotate-secret",
  about: "Give a webhook another secret",
  details: "It is printed once. Until the grace is over, messages are signed with the old one, too.",
  arguments: webhookArgument,
  options: {
    grace: { kind: "number", value: "seconds", min: 0, max: 604_800, about: "how long both sign (86400: a day)" },
  },
  examples: [{ line: "switchyard webhooks rotate-secret <webhook> --grace 3600", about: "Within an hour" }],
  run: async (context, { args, options }) => {
    const fields = omitUndefined({ graceSeconds: options.grace });
    const rotated = await context
      .client()
      .webhooks.rotateSecret({ id: args.webhook, ...fields }, { signal: context.signal });
    if (context.isJson) return context.terminal.json(rotated);
    context.terminal.note(join("The new secret of ", bold(rotated.id), " is shown only this once:"));
    context.terminal.print(rotated.secret);
  },
});

export const webhooks = [list, create, remove, test, deliveries, retry, rotateSecret, listen];
