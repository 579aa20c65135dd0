// One request with its reply, and the services that answering it needs.
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Application, ClientRequest, RequestError } from "../application/contract";
import type { AnsweredRequest, RequestCounts } from "../metrics/requestCounts";
import type { SharedResources } from "./sharedResources";
import { rateLimitKey } from "./clientAddress";
import type { Health } from "./health";
import type { Metrics } from "./metrics";
import type { PinnedSnapshots } from "./pinnedSnapshots";
import type { ServerLimits } from "./limits";
import type { ErrorFormat } from "./errorReply";
import { Allocation } from "./sharedCapacity";
import type { Website } from "./website";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The host that the client named, or undefined if it named none, as HTTP/1.0 allows. */
  readonly host: string | undefined;
  /** The path of the request without the query, still percent-encoded. */
  readonly path: string;
  /** The query of the request's URL with its leading "?", or an empty text. */
  readonly query: string;
  readonly requestId: string;
  /** The address of the client that sent the request, which may be behind a trusted proxy. */
  readonly ip: string;
  /** The client to whose bounds the request counts. */
  readonly holder: string;
  readonly errorFormat: ErrorFormat;
  /** Bytes of this request that stay in memory until its reply is complete. */
  readonly memory: Allocation;
  readonly services: Services;
  readonly startedAtMs: number;
  /** When the answer began, as far as that is known. */
  answeredAtMs: number | null;
  /** The headers of the answer, names and values in turn, as far as they are known. */
  answerHeaders: readonly string[];
  /** Why the rest of the body cannot be read. The request emits "broken" with it. */
  bodyError: RequestError | null;
}

/** The addresses at which clients reach the two hosts. */
export interface HostUrls {
  cloud: string;
  site: string;
}

/** A request with its answer, for a log. It has no text that its client has chosen, besides the credential. */
export interface FinishedRequest extends AnsweredRequest {
  /** The id that the client has received as `X-Request-ID`. Null when it received none. */
  requestId: string | null;
  /** The id under which the log has the functions that the request called. */
  callId: string;
  authorization: string | undefined;
}

export interface Services {
  readonly application: Application;
  readonly limits: ServerLimits;
  readonly shared: SharedResources;
  readonly pinnedSnapshots: PinnedSnapshots;
  readonly urls: () => HostUrls;
  readonly website: Website | null;
  readonly health: Health | null;
  readonly requests: RequestCounts;
  /** Receives each request that was answered, or whose client went away. Null: nobody wants to know. */
  readonly requestFinished: ((request: FinishedRequest) => void) | null;
  readonly metrics: Metrics | null;
  /** Aborts when the servers are about to close, while they still serve as before. */
  readonly stopping: AbortSignal;
  /** Aborts when the servers begin to close, so that waiting requests end early. */
  readonly closing: AbortSignal;
}

export type Endpoint = (exchange: Exchange) => Promise<void> | void;

/** The endpoints of one path, by method. HEAD is answered like GET. */
export interface Route {
  GET?: Endpoint;
  POST?: Endpoint;
}

export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  services: Services,
  refusalFormOf: (path: string) => ErrorFormat,
): Exchange {
  const { host, target } = originForm(request);
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  const ip = services.shared.addresses.addressOf(request);
  const holder = rateLimitKey(ip);
  return {
    request,
    response,
    host,
    path,
    query: mark === -1 ? "" : target.slice(mark),
    requestId: newRequestId(),
    ip,
    holder,
    errorFormat: refusalFormOf(path),
    memory: new Allocation(services.shared.bytes, holder),
    services,
    startedAtMs: performance.now(),
    answeredAtMs: null,
    answerHeaders: [],
    bodyError: null,
  };
}

/**
 * Proxies may send the whole URL as the target of a request. Its host then takes precedence over the Host header (RFC
 * 9112, 3.2.2).
 */
function originForm({ url: target = "/", headers }: IncomingMessage): { host: string | undefined; target: string } {
  const whole = target.startsWith("/") ? null : /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/i.exec(target);
  if (whole === null) return { host: headers.host, target };
  const [, host, rest = ""] = whole;
  return { host, target: rest.startsWith("/") ? rest : `/${rest}` };
}

const REQUEST_ID_DIGITS = 12;
let randomDigits = "";
let usedDigits = 0;

/** Returns random hex digits. They are drawn for many requests at once. */
export function newRequestId(): string {
  if (usedDigits === randomDigits.length) {
    randomDigits = randomBytes((REQUEST_ID_DIGITS / 2) * 512).toString("hex");
    usedDigits = 0;
  }
  usedDigits += REQUEST_ID_DIGITS;
  return randomDigits.slice(usedDigits - REQUEST_ID_DIGITS, usedDigits);
}

export function clientOf(exchange: Exchange): ClientRequest {
  return {
    requestId: exchange.requestId,
    ip: exchange.ip,
    userAgent: exchange.request.headers["user-agent"] ?? null,
  };
}
