// Requests to the API of a code host.
import * as z from "zod";
import { retryAfterMs } from "../http/retry";
import { isRecord } from "../text/json";
import { truncate } from "../text/truncate";

/** The code host has refused a request, cannot be reached, or has answered with something else than its API does. */
export class CodeHostError extends Error {
  constructor(
    message: string,
    readonly status: number | null = null,
  ) {
    super(message);
  }

  /** Whether the same request may succeed later: the host was busy, or could not be reached. */
  get isTemporary(): boolean {
    return this.status === null;
  }
}

/** The code host wants no request for this time. */
export class CodeHostBusyError extends CodeHostError {
  constructor(
    message: string,
    readonly afterMs: number,
  ) {
    super(message);
  }
}

/** What was answered before, by address. A host that has no news answers without a body, which costs no request. */
export type CachedAnswers = Map<string, { tag: string; answer: unknown }>;

interface Request {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
  signal: AbortSignal;
  seen?: CachedAnswers;
}

const patienceMs = 30_000;

/** Returns the answer's JSON. Throws CodeHostError with the host's own message, which never has the token. */
export async function requestCodeHost(request: Request): Promise<unknown> {
  const { url, signal, seen } = request;
  const before = seen?.get(url);
  const response = await send(request, before?.tag).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new CodeHostError(`${new URL(url).host} cannot be reached: ${error instanceof Error ? error.message : "?"}`);
  });
  if (response.status === 304 && before !== undefined) return before.answer;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response, answer);
  const tag = response.headers.get("ETag");
  if (tag !== null) seen?.set(url, { tag, answer });
  return answer;
}

async function send({ method, url, headers, body, signal }: Request, tag: string | undefined): Promise<Response> {
  return await fetch(url, {
    method,
    headers: {
      "User-Agent": "switchyard-runner",
      "Content-Type": "application/json",
      ...headers,
      ...(tag === undefined ? {} : { "If-None-Match": tag }),
    },
    // The token goes to this host alone.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function refusal({ url, status, headers }: Response, answer: unknown): CodeHostError {
  const message = `${new URL(url).host} answered ${status}: ${messageOf(answer)}`;
  const afterMs = quietMs(status, headers, Date.now());
  return afterMs === null ? new CodeHostError(message, status) : new CodeHostBusyError(message, afterMs);
}

const maxQuietMs = 3_600_000;
const usualQuietMs = 60_000;

/** Returns how long the host wants no request, or null when it refuses this one for another reason. */
function quietMs(status: number, headers: Headers, nowMs: number): number | null {
  if (status !== 403 && status !== 429 && status < 500) return null;
  const asked = headers.get("Retry-After");
  if (asked !== null) return retryAfterMs(asked, nowMs, maxQuietMs);
  const [remaining, resetsAt] = ["Remaining", "Reset"].map(
    (name) => headers.get(`X-RateLimit-${name}`) ?? headers.get(`RateLimit-${name}`),
  );
  if (remaining === "0") return Math.min(Math.max(Number(resetsAt) * 1000 - nowMs || usualQuietMs, 0), maxQuietMs);
  return status === 403 ? null : usualQuietMs;
}

function messageOf(answer: unknown): string {
  const fields: Record<string, unknown> = isRecord(answer) ? answer : {};
  const message = fields["message"] ?? fields["error"];
  return truncate(typeof message === "string" ? message : JSON.stringify(message ?? "no reason"), 500);
}

/** Reads what the runner needs out of an answer. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new CodeHostError(
    `The code host has answered with something else than its API does: ${z.prettifyError(read.error)}`,
  );
}

const [pageSize, maxPages] = [100, 5];

/** Reads the pages of a list, up to a bounded number of them. */
export async function readAllPages<Item>(page: (query: string) => Promise<Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for (let number = 1; number <= maxPages; number++) {
    const items = await page(`per_page=${pageSize}&page=${number}`);
    all.push(...items);
    if (items.length < pageSize) break;
  }
  return all;
}

/** Returns null where the host says that there is no such thing. */
export async function nullIfMissing<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof CodeHostError && error.status === 404) return null;
    throw error;
  }
}
