// `switchyard webhooks listen`: sends the events of the project to a program on this machine, as a webhook would. It
// follows the feed, so the service needs no way to this machine. What happened before is not sent.
import { randomBytes } from "node:crypto";
import { webhooks } from "../../../client/src/index";
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, dim, green, join, red } from "../terminal/text";
import type { Text } from "../terminal/text";

const timeoutMs = 15_000;

export const listen = command({
  name: "webhooks listen",
  about: "Send events to a program on this machine",
  details:
    "It works until Ctrl-C and makes no webhook. Messages are signed with a secret that is made for each time and " +
    "printed first; --secret uses another one. A message that does not arrive is not sent again.",
  arguments: {},
  options: {
    forward: { kind: "text", value: "url", about: "the address of the program" },
    events: { kind: "text", value: "types", about: "types such as run.failed or run.*, with commas between (all)" },
    secret: { kind: "text", value: "secret", about: "signs the messages (a new one)" },
  },
  examples: [
    {
      line: "switchyard webhooks listen --forward http://127.0.0.1:3000/hook --events run.*",
      about: "While you write the receiver",
      isEndless: true,
    },
  ],
  endsItself: true,
  run: async (context, { options }) => {
    const { forward, events, secret = `whsec_${randomBytes(32).toString("base64")}` } = options;
    if (forward === undefined || !URL.canParse(forward))
      throw new Failure("usage", "Say where messages go, such as --forward http://127.0.0.1:3000/hook.");
    if (context.isJson) context.terminal.json({ secret });
    else {
      context.terminal.note(join("Messages go to ", bold(forward), " until Ctrl-C. They are signed with"));
      context.terminal.print(secret);
    }
    await forwardAll(context, { url: forward, secret, ...omitUndefined({ types: events }) });
  },
});

interface Forwarding {
  url: string;
  secret: string;
  types?: string;
}

async function forwardAll(context: Context, { url, secret, ...filter }: Forwarding): Promise<void> {
  const { signal } = context;
  try {
    for await (const event of context.client().events({ after: "latest", ...filter, signal })) {
      const status = await post(url, event, secret);
      if (context.isJson) context.terminal.json({ id: event.id, type: event.type, status });
      else context.terminal.print(join(bold(event.type), dim(`  ${event.id}  `), statusText(status)));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface FeedEvent {
  id: string;
  type: string;
  at: number;
  subject: { type: string; id: string };
  runId?: string | undefined;
  data: Record<string, unknown>;
}

/** Returns the status of the answer, or null when none came. */
async function post(url: string, event: FeedEvent, secret: string): Promise<number | null> {
  const { id, type, at, subject, runId, data } = event;
  const told = { ...data, eventId: id, subject, ...omitUndefined({ runId }) };
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: told });
  const headers = { "Content-Type": "application/json", ...(await webhooks.sign(id, body, secret)) };
  const request = {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  } as const;
  try {
    const response = await fetch(url, request);
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

function statusText(status: number | null): Text {
  if (status === null) return red("no answer");
  return status >= 200 && status < 300 ? green(String(status)) : red(String(status));
}
