// Requests to the API of a code host, with a key or without one. Everything that is read has a bound, and the key goes
// to the host alone.
import { hasMoreValues, isNestedTooDeeply, isRecord } from "../text/json";
import { truncate } from "../text/truncate";
import type { KnownAnswers } from "./answers";
import { readBounded, readEnd } from "./boundedBody";
import { CodeHostBusyError, CodeHostError } from "./errors";
import { exhaustedMs, quietMs } from "./limits";
import type { HostLimits } from "./limits";
import { mayReadElsewhere } from "./otherOrigins";
import { withoutToken } from "./token";

/** What clients share that ask about the same things. */
export interface HostMemory {
  answers: KnownAnswers;
  limits: HostLimits;
}

export interface Answer {
  body: unknown;
  /** Whether the list continues on another page. Null when the host does not say. */
  hasNext: boolean | null;
  /** The number of the last page of the list. Null when the host does not say. */
  lastPage: number | null;
}

interface Asking {
  method: "GET" | "POST" | "PATCH" | "PUT";
  url: string;
  signal: AbortSignal;
  body?: Record<string, unknown>;
  tag?: string | undefined;
}

const patienceMs = 30_000;
const maxBodyBytes = 10_000_000;
const maxReason = 500;
/** More than this of the end of a log is never shown. */
const maxLogBytes = 200_000;
const maxLogReadBytes = 200_000_000;

export class HostClient {
  constructor(
    private readonly key: { token: string | null; headers: Record<string, string> },
    private readonly memory: HostMemory,
  ) {}

  get hasKey(): boolean {
    return this.key.token !== null;
  }

  get token(): string | null {
    return this.key.token;
  }

  /** Throws CodeHostError with the host's own message, which never has the token. */
  async get(url: string, signal: AbortSignal): Promise<Answer> {
    const { answers } = this.memory;
    const known = answers.find(url);
    const response = await this.send({ method: "GET", url, signal, tag: known?.tag });
    if (response.status === 304 && known !== null) {
      answers.keep(known);
      const hasNext = nextOf(response.headers) ?? (known.hasNext === true ? true : null);
      return { body: parsed(known.text), hasNext, lastPage: lastOf(response.headers) ?? known.lastPage };
    }
    const text = await this.textOf(response);
    const hasNext = nextOf(response.headers);
    const lastPage = lastOf(response.headers);
    const tag = response.headers.get("ETag");
    if (tag !== null) answers.keep({ url, tag, text, hasNext, lastPage });
    return { body: parsed(text), hasNext, lastPage };
  }

  async change(method: "POST" | "PATCH" | "PUT", url: string, body: Asking["body"] = {}, signal: AbortSignal) {
    return parsed(await this.textOf(await this.send({ method, url, body, signal })));
  }

  /** The end of a log, which the host may keep at another address. Null when it is longer than what is read. */
  async readLogEnd(url: string, signal: AbortSignal): Promise<string | null> {
    const known = this.memory.answers.find(url);
    // The log of a job that has ended does not change, and is deleted one day.
    if (known !== null) {
      this.memory.answers.keep(known);
      return known.text;
    }
    const response = await this.send({ method: "GET", url, signal, tag: undefined }, "manual");
    const found = response.status >= 300 && response.status < 400 ? await follow(url, response, signal) : response;
    if (found === null) return null;
    if (!found.ok) throw await this.refusal(found);
    const text = await readEnd(found, { maxBytes: maxLogBytes, maxReadBytes: maxLogReadBytes });
    if (text !== null) this.memory.answers.keep({ url, tag: "log", text, hasNext: null, lastPage: null });
    return text;
  }

  private async send(asking: Asking, redirect: "error" | "manual" = "error"): Promise<Response> {
    const { url, signal } = asking;
    const { host } = new URL(url);
    this.memory.limits.require(host, this.caller);
    const ask = async (at: string, how: "error" | "manual") =>
      await send({ ...asking, url: at }, { ...this.key.headers }, how).catch((error: unknown) => {
        signal.throwIfAborted();
        const why = this.shown(error instanceof Error ? error.message : "?");
        throw new CodeHostError(`${host} cannot be reached: ${why}`);
      });
    let response = await ask(url, "manual");
    if (redirect === "error" && isRedirect(response)) {
      const moved = movedTo(asking, response);
      if (moved === null) throw new CodeHostError(`${host} cannot be reached: it redirects elsewhere`);
      response = await ask(moved, "error");
    }
    const afterMs = exhaustedMs(response.headers, Date.now());
    if (afterMs !== null) this.memory.limits.note(host, this.caller, afterMs);
    return response;
  }

  private get caller(): string {
    return this.key.token ?? "";
  }

  private async textOf(response: Response): Promise<string> {
    if (!response.ok) throw await this.refusal(response);
    return await readBounded(response, maxBodyBytes);
  }

  private async refusal(response: Response): Promise<CodeHostError> {
    const { url, status, headers } = response;
    const { host } = new URL(url);
    const message = messageOf(parsed(await readBounded(response, maxBodyBytes).catch(() => "")));
    const sentence = `${host} answered ${status}: ${this.shown(message)}`;
    const afterMs = quietMs({ status, headers, message }, Date.now());
    if (afterMs === null) return new CodeHostError(sentence, status);
    if (status < 500) this.memory.limits.note(host, this.caller, afterMs);
    return new CodeHostBusyError(sentence, afterMs);
  }

  /** A host may send back what it was sent. Half a key would not be recognised, so the text is cut afterwards. */
  shown(text: string): string {
    return truncate(withoutToken(text, this.key.token), maxReason);
  }
}

function isRedirect({ status }: Response): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Where a repository is that was renamed: the host says it once, and at the same origin, to which the key belongs.
 * Null for any other redirection.
 */
function movedTo({ method, url }: Asking, { status, headers }: Response): string | null {
  const keepsMethod = status === 307 || status === 308 || (status === 301 && method === "GET");
  const location = headers.get("Location") ?? "";
  if (!keepsMethod || !URL.canParse(location, url)) return null;
  const target = new URL(location, url);
  const isOwn = target.origin === new URL(url).origin && target.username === "" && target.password === "";
  return isOwn ? target.href : null;
}

async function send(
  { method, url, body, signal, tag }: Asking,
  headers: Record<string, string>,
  redirect: "error" | "manual",
): Promise<Response> {
  return await fetch(url, {
    method,
    headers: {
      "User-Agent": "switchyard-runner",
      "Content-Type": "application/json",
      ...headers,
      ...(tag === undefined ? {} : { "If-None-Match": tag }),
    },
    // The token goes to this host alone.
    redirect,
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Reads what the host keeps elsewhere, without the key and at the one address that it names. */
async function follow(from: string, { headers }: Response, signal: AbortSignal): Promise<Response | null> {
  const location = headers.get("Location") ?? "";
  if (!URL.canParse(location, from)) return null;
  const target = new URL(location, from);
  if (!mayReadElsewhere(new URL(from), target)) return null;
  try {
    return await fetch(target, {
      headers: { "User-Agent": "switchyard-runner" },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
  } catch {
    signal.throwIfAborted();
    // The address may have a signature in it, so it is in no message.
    throw new CodeHostError(`${target.host}, where a log is, cannot be reached`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The address of the next page is never used: it could be one of another host. */
function nextOf(headers: Headers): boolean | null {
  const link = headers.get("Link");
  return link === null ? null : /;\s*rel="?next"?/i.test(link);
}

/** Only the number is read of the address of the last page. */
function lastOf(headers: Headers): number | null {
  const found = /[?&]page=(\d{1,6})\b[^<>]{0,2000}>;\s*rel="?last"?/i.exec(headers.get("Link") ?? "");
  return found === null ? null : Number(found[1]);
}

function messageOf(answer: unknown): string {
  const fields: Record<string, unknown> = isRecord(answer) ? answer : {};
  const message = fields["message"] ?? fields["error"] ?? "no reason";
  if (typeof message === "string") return message;
  return isSmall(message) ? JSON.stringify(message) : "a reason that is too long";
}

/** JSON.stringify fails on a value with many levels. */
function isSmall(value: unknown): boolean {
  return !hasMoreValues(value, 1000) && !isNestedTooDeeply(value);
}
