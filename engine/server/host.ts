// One listening port. It hands requests to an endpoint, answers them when the endpoint fails, and closes without losing
// replies.
import { createServer, ServerResponse, STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { RequestError } from "../application/contract";
import { DatabaseUnavailable } from "../value/databaseUnavailable";
import { newRequestId, openExchange, type Endpoint, type Exchange, type Services } from "./exchange";
import { GatheredRequest } from "./gatheredRequest";
import { listen, listenOnce } from "./guard";
import { invalid } from "./jsonReader";
import type { ServerLimits } from "./limits";
import { errorReply, type ErrorFormat } from "./errorReply";
import { paceReading } from "./pacedSocket";
import { sendError } from "./reply";
import { BodyError, breakBody, ClientGone, failBody } from "./requestBody";
import { SharedCapacity } from "./sharedCapacity";
import { tooManyQueued, tooManyConnections } from "./limitReached";

export interface Counted {
  name: string;
  /** The pattern of a path. There must be few of them, whatever clients send. */
  routeOf: (path: string) => string;
}

/** What proxies call the status of a request whose client has not waited for the answer. */
const clientClosedRequest = 499;

export class Host {
  private readonly server: Server;
  /**
   * The open connections with the exchanges under way on each. A Set would keep exchanges reachable long after their
   * end.
   */
  private readonly connections = new Map<Socket, Exchange[]>();
  /** The last request of a connection that was answered before its body had arrived. */
  private readonly answeredEarly = new WeakMap<Socket, IncomingMessage>();
  private readonly holders: SharedCapacity;
  private closing = false;

  constructor(
    private readonly serve: Endpoint,
    private readonly services: Services,
    /** Returns the form in which requests for a path are refused. */
    private readonly errorFormatOf: (path: string) => ErrorFormat,
    /** What the requests of this port are counted under. */
    private readonly counted: Counted,
    /** Takes over connections that become WebSockets. Returns false if it does not handle the request. */
    takeOver?: (request: IncomingMessage, stream: Duplex, head: Buffer) => boolean,
  ) {
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => this.answer(request, response);
    this.holders = new SharedCapacity(services.limits.maxConnections);
    this.server = boundedServer(services.limits);
    listen(this.server, "request", onRequest);
    // Without these listeners Node would invite every body, also one that will be refused, and would write refusals of
    // its own.
    listen(this.server, "checkContinue", onRequest);
    listen(this.server, "checkExpectation", (request, response) => {
      this.answer(request, response, alwaysFail(unmetExpectation));
    });
    listen(this.server, "clientError", (error, socket) => this.answerUnreadable(error, socket));
    listen(this.server, "connect", (request, socket) => {
      if (this.detachConnection(socket)) this.answerWithoutUpgrade(request, socket);
    });
    this.admitConnections();
    if (takeOver === undefined) return;
    listen(this.server, "upgrade", (request, socket, head) => {
      if (!this.detachConnection(socket)) return;
      const isAllowed = hostHeaderError(request, request.headers.host) === null;
      if (isAllowed && takeOver(request, socket, head)) this.connections.delete(socket);
      else this.answerWithoutUpgrade(request, socket);
    });
  }

  /** Resolves to the port, which the system chooses when `port` is 0. */
  listen(host: string, port: number): Promise<number> {
    const { server } = this;
    return new Promise((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException): void => reject(listenError(error, host, port));
      const stopFailing = listenOnce(server, "error", fail);
      server.listen({ host, port, backlog: 4096 }, () => {
        // From here on, an error means that a connection could not be accepted because there were no file descriptors
        // left.
        stopFailing();
        listen(server, "error", (error) => console.error("A connection could not be accepted:", error));
        const address = server.address();
        resolve(address !== null && typeof address === "object" ? address.port : port);
      });
    });
  }

  /** Accepts nothing new, lets requests in flight finish for `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void> {
    this.closing = true;
    for (const underWay of this.connections.values()) {
      for (const { response } of underWay) response.shouldKeepAlive = false;
    }
    return new Promise((resolve) => {
      let timer = setTimeout(() => {
        this.answerAll();
        timer = setTimeout(() => this.connections.forEach((_, socket) => socket.destroy()), finalWriteMs);
      }, graceMs);
      this.server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      this.dropUnused();
    });
  }

  /**
   * Puts a check before Node's own work on a connection, so that a refused connection costs nothing more than the
   * refusal.
   */
  private admitConnections(): void {
    const { server, holders } = this;
    const { addresses, admission, reading: turns, unread: waiting } = this.services.shared;
    const listeners = server.listeners("connection");
    server.removeAllListeners("connection");
    listen(server, "connection", (socket) => {
      const holder = addresses.ofConnection(socket.remoteAddress);
      if (!admission.mayEnter(holder) || !holders.take(holder, 1))
        return this.rejectConnection(socket, tooManyConnections());
      const underWay: Exchange[] = [];
      this.connections.set(socket, underWay);
      listenOnce(socket, "close", () => {
        holders.release(holder, 1);
        this.connections.delete(socket);
        endQueued(underWay);
      });
      for (const listener of listeners) Reflect.apply(listener, server, [socket]);
      paceReading(socket, { turns, waiting, holder });
    });
  }

  /**
   * Sends the last answer of a connection. A client that never ends its side may not keep the connection. What it sends
   * in the meantime is thrown away, because ending a connection that still receives data would reset it.
   */
  private rejectConnection(socket: Socket, error: RequestError): void {
    const end = setTimeout(() => socket.destroy(), this.services.limits.lingerMs);
    listen(socket, "error", () => socket.destroy());
    listenOnce(socket, "close", () => clearTimeout(end));
    socket.end(wholeAnswer(error, this.errorFormatOf("/")));
    this.discard(socket);
  }

  /** Nothing that arrives from now on is parsed. */
  private discard(socket: Socket): void {
    socket.removeAllListeners("data");
    socket.resume();
  }

  private answer(request: IncomingMessage, response: ServerResponse, serve = this.serve): void {
    const underWay = this.connections.get(request.socket) ?? [];
    const { maxPipelined } = this.services.limits;
    if (underWay.length > maxPipelined) {
      request.socket.destroy();
      return;
    }
    const isLast = underWay.length === maxPipelined;
    const exchange = openExchange(request, response, this.services, this.errorFormatOf);
    underWay.push(exchange);
    listenOnce(response, "close", () => {
      exchange.memory.release();
      this.count(exchange);
      this.removeExchange(underWay, exchange);
    });
    // A write after the end is reported as an error of the response. The client gains nothing from either.
    listen(response, "error", () => response.destroy());
    if (this.closing || isLast) response.shouldKeepAlive = false;
    void serveSafely(isLast ? alwaysFail(tooManyQueued()) : serve, exchange);
  }

  get openConnections(): number {
    return this.connections.size;
  }

  private count({
    request,
    response,
    path,
    startedAtMs,
    answeredAtMs,
    answerHeaders,
    requestId: callId,
  }: Exchange): void {
    const { method = "" } = request;
    const { name, routeOf } = this.counted;
    const status = response.headersSent ? response.statusCode : clientClosedRequest;
    const seconds = ((answeredAtMs ?? performance.now()) - startedAtMs) / 1000;
    const { requests, requestFinished } = this.services;
    const answered = { host: name, route: routeOf(path), method, status, seconds };
    requests.record(answered);
    if (requestFinished === null) return;
    const { authorization } = request.headers;
    requestFinished({ ...answered, requestId: headerIn(answerHeaders, "x-request-id"), callId, authorization });
  }

  /**
   * The client has sent something that is not a request, did not send it in time, or broke off a body. If the client
   * still waits for the answer to an earlier request, or already has the answer to this one, the connection ends
   * without another answer.
   */
  private answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
    const last = this.connections.get(socket)?.at(-1);
    const hasAnswer = last === undefined && this.answeredEarly.get(socket)?.complete === false;
    if (!socket.writable || error.code === "ECONNRESET" || hasAnswer) socket.destroy();
    else if (last === undefined) this.rejectConnection(socket, unreadable(error.code));
    else if (last.request.complete || last.bodyError !== null) socket.destroy();
    else {
      this.discard(socket);
      breakBody(last, error.code);
    }
  }

  /**
   * Node has let go of a socket whose client wants to leave HTTP: it listens to no error, and answers that are still
   * owed would be written into the new protocol. So the wish must come alone. Returns false when the client did not
   * wait for its answers; the connection has then ended.
   */
  private detachConnection(socket: Socket): boolean {
    listen(socket, "error", () => socket.destroy());
    if (this.connections.get(socket)?.length === 0) return true;
    socket.destroy();
    return false;
  }

  /** HTTP allows a server to ignore the wish to upgrade. The connection ends after the answer. */
  private answerWithoutUpgrade(request: IncomingMessage, socket: Socket): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    listenOnce(response, "finish", () => socket.destroySoon());
    this.answer(request, response);
  }

  /** Answers the requests that are left with 503, because it is not known whether they took effect. */
  private answerAll(): void {
    const unknown = new RequestError(503, "ShuttingDown", "The server ended before the request did.", 1);
    for (const underWay of this.connections.values()) {
      for (const exchange of underWay) replyWithError(exchange, unknown);
    }
  }

  private removeExchange(underWay: Exchange[], exchange: Exchange): void {
    // Pipelined exchanges end in the order in which they came.
    if (underWay[0] === exchange) underWay.shift();
    else underWay.splice(underWay.indexOf(exchange), 1);
    const { request } = exchange;
    if (!request.complete) this.answeredEarly.set(request.socket, request);
    if (this.closing) setImmediate(() => this.dropUnused());
  }

  /** Ends the connections that have no request in flight: idle ones, and those that have sent half a request. */
  private dropUnused(): void {
    for (const [socket, underWay] of this.connections) if (underWay.length === 0) socket.destroySoon();
  }
}

function headerIn(headers: readonly string[], wanted: string): string | null {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted);
  return at === -1 ? null : (headers[at + 1] ?? null);
}

/**
 * Node links only one of several pipelined responses to the connection at a time. The others would never learn that the
 * connection has closed, and the memory counted for them would never be released.
 */
function endQueued(underWay: Exchange[]): void {
  for (const { response } of underWay.slice()) {
    if (response.socket !== null || response.destroyed) continue;
    response.destroy();
    response.emit("close");
  }
}

/** How long a closing host waits for its last answers to leave. */
const finalWriteMs = 50;

const maxRejectedAtOnce = 200;

function boundedServer(limits: ServerLimits): Server {
  const server = createServer({
    IncomingMessage: GatheredRequest,
    headersTimeout: limits.headersTimeoutMs,
    // Bodies have bounds of their own: an upload may take long if bytes keep arriving.
    requestTimeout: 0,
    // `serveSafely` refuses a request without a Host header and says why.
    requireHostHeader: false,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
    noDelay: true,
  });
  // Connections beyond the limit learn why they are refused. If too many of those are open, the rest are dropped
  // without an answer.
  server.maxConnections = limits.maxConnections + maxRejectedAtOnce;
  return server;
}

const unmetExpectation = new RequestError(417, "ExpectationFailed", "The header Expect must be 100-continue.");

function alwaysFail(error: RequestError): Endpoint {
  return () => {
    throw error;
  };
}

/** Returns the text of a complete answer, for a connection that has no request to answer. */
function wholeAnswer(error: RequestError, form: ErrorFormat): string {
  const { headers, body } = errorReply(error, form, newRequestId());
  const lines = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`];
  headers.push("Content-Length", String(Buffer.byteLength(body)), "Connection", "close");
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function unreadable(code: string | undefined): RequestError {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new RequestError(408, "RequestTimeout", "The request did not arrive in time.");
    case "HPE_HEADER_OVERFLOW":
      return new RequestError(431, "HeadersTooLarge", "The headers are larger than this server allows.");
    default:
      return new RequestError(400, "InvalidRequest", "This is not an HTTP request.");
  }
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new Error(`Port ${port} on ${host} is already in use.`, { cause: error });
    case "EACCES":
      return new Error(`Port ${port} on ${host} may not be opened by this user.`, { cause: error });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Error(`${host} is not an address of this machine.`, { cause: error });
    default:
      return error;
  }
}

/** Never rejects. */
async function serveSafely(serve: Endpoint, exchange: Exchange): Promise<void> {
  try {
    const fault = hostHeaderError(exchange.request, exchange.host) ?? framingError(exchange.request);
    if (fault !== null) throw fault;
    if (!exchange.path.startsWith("/")) throw invalid("The request target must be a path, such as /version.");
    await serve(exchange);
  } catch (error) {
    try {
      replyWithError(exchange, error);
    } catch {
      exchange.response.destroy();
    }
  }
}

/** Returns why HTTP does not allow the host of a request, or null (RFC 9112, 3.2). */
function hostHeaderError({ headers, rawHeaders, httpVersion }: IncomingMessage, host: string | undefined) {
  if (headers.host === undefined && httpVersion === "1.1") return invalid("The Host header is missing.");
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1) return invalid("There is more than one Host header.");
  if (host !== undefined && !/^[\w.~:[\]!$&'()*+,;=%-]*$/.test(host)) return invalid("The Host is not a host name.");
  return null;
}

/** Node removes only the coding `chunked` from a body. */
function framingError({ headers }: IncomingMessage): RequestError | null {
  const coding = headers["transfer-encoding"];
  if (coding === undefined || coding.trim().toLowerCase() === "chunked") return null;
  return new BodyError(501, "UnsupportedTransferEncoding", "Transfer-Encoding must be chunked.");
}

/** Every failure is answered, or its connection ends. No client is left waiting. */
function replyWithError(exchange: Exchange, error: unknown): void {
  const { response } = exchange;
  if (error instanceof ClientGone) return;
  const refusal = error instanceof RequestError ? error : failure(exchange, error);
  if (response.headersSent || response.destroyed) response.destroy();
  else if (refusal instanceof BodyError) failBody(exchange, refusal);
  else sendError(exchange, refusal);
}

function failure(exchange: Exchange, error: unknown): RequestError {
  console.error(`[Request ID: ${exchange.requestId}] ${exchange.request.method} ${exchange.path} failed:`, error);
  if (error instanceof DatabaseUnavailable) return new RequestError(503, error.code, error.message);
  const message = `[Request ID: ${exchange.requestId}] Your request couldn't be completed. Try again later.`;
  return new RequestError(500, "InternalServerError", message);
}
