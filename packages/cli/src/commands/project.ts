// `switchyard events` and `switchyard audit`: what has happened in the project, and who has changed what.
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, dim, join } from "../terminal/text";
import { ageText, limit, showList, standardLimit } from "./show";
import type { Event } from "./types";

/** As many as the service gives at once. */
const pageOfEvents = 200;

const events = command({
  name: "events",
  about: "Show what happens in the project",
  details:
    "With --follow it works until Ctrl-C and shows what happens from now on. Without it, it shows the newest events of " +
    "those that are kept, the newest last.",
  arguments: {},
  options: {
    types: { kind: "text", value: "types", about: "types such as run.failed or run.*, with commas between (all)" },
    follow: { kind: "flag", about: "show events as they happen" },
    limit,
  },
  examples: [
    { line: "switchyard events --types run.failed", about: "The runs that have failed last, of 30 days" },
    { line: "switchyard events --follow", about: "Everything, as it happens", isEndless: true },
  ],
  endsItself: true,
  run: async (context, { options }) => {
    const { types, follow } = options;
    if (follow) return await followEvents(context, types);
    const { shown, isCut } = await newestEvents(context, types, options.limit ?? standardLimit);
    await showList(context, {
      items: shown,
      limit: shown.length,
      columns: [
        { title: "WHEN", of: ({ at }) => ageText(new Date(at).toISOString()), isWhole: true },
        { title: "EVENT", of: ({ type }) => bold(type), isWhole: true },
        { title: "ABOUT", of: ({ subject }) => subject.id, isWhole: true },
      ],
      whenEmpty: "There are no such events.",
    });
    if (isCut && !context.isJson) context.terminal.note(dim("There are older ones. --limit shows them."));
  },
});

/** The feed is read from its oldest event on alone, so its end is found by reading all of it. */
async function newestEvents(context: Context, types: string | undefined, count: number) {
  const { terminal, isJson, signal } = context;
  const client = context.client();
  let shown: Event[] = [];
  let read = 0;
  let after: string | undefined;
  for (;;) {
    const asked = { limit: pageOfEvents, ...omitUndefined({ types, after }) };
    const { data, nextCursor, hasMore } = await client.request("GET /events", asked, { signal });
    read += data.length;
    shown = [...shown, ...data].slice(-count);
    if (!hasMore || nextCursor === null) break;
    after = nextCursor;
    if (!isJson) terminal.progress(`${read} events read`);
  }
  terminal.hideProgress();
  return { shown, isCut: read > shown.length };
}

async function followEvents(context: Context, types: string | undefined): Promise<void> {
  const { signal, terminal, isJson } = context;
  try {
    for await (const event of context.client().events({ after: "latest", ...omitUndefined({ types }), signal })) {
      if (isJson) terminal.json(event);
      else
        terminal.print(
          join(dim(`${new Date(event.at).toTimeString().slice(0, 8)} `), bold(event.type), `  ${event.subject.id}`),
        );
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const audit = command({
  name: "audit",
  about: "Show who has changed what",
  arguments: {},
  options: {
    actor: { kind: "text", value: "id", about: "only by this key or user" },
    action: { kind: "text", value: "action", about: "only this, such as api-keys.revoke" },
    subject: { kind: "text", value: "id", about: "only of this thing" },
    limit,
  },
  examples: [
    { line: "switchyard audit", about: "The newest changes" },
    { line: "switchyard audit --action api-keys.generate --json", about: "For a program" },
  ],
  run: async (context, { options }) => {
    const { actor, action, subject } = options;
    await showList(context, {
      items: context.client().auditLog.list(omitUndefined({ actor, action, subject }), { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "WHEN", of: ({ at }) => ageText(at), isWhole: true },
        { title: "WHO", of: (entry) => entry.actor.name },
        { title: "ACTION", of: (entry) => bold(entry.action), isWhole: true },
        { title: "THING", of: (entry) => entry.subject?.id ?? "", isWhole: true },
        { title: "OUTCOME", of: ({ outcome }) => outcome, isWhole: true },
      ],
      whenEmpty: "There are no such entries.",
    });
  },
});

export const project = [events, audit];
