// One listening port: hands requests to an endpoint, answers for it when it fails, and closes in good order.
import { createServer, ServerResponse, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { RequestError } from "../application/contract";
import { openExchange, type Endpoint, type Exchange, type Services } from "./exchange";
import type { ServerLimits } from "./limits";
import { sendError } from "./reply";
import { BodyRefused, ClientGone, refuseBody } from "./requestBody";

export class Host {
  private readonly server: Server;
  /** With the responses that are under way on each, which a Set would keep reachable long after they are gone. */
  private readonly connections = new Map<Socket, ServerResponse[]>();
  private closing = false;

  constructor(
    private readonly serve: Endpoint,
    private readonly services: Services,
    /** Takes over connections that are to become WebSockets; false: it does not want this one. */
    takeOver?: (request: IncomingMessage, stream: Duplex, head: Buffer) => boolean,
  ) {
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => this.answer(request, response);
    this.server = boundedServer(services.limits)
      .on("connection", (socket) => this.remember(socket))
      .on("request", onRequest)
      // Without this listener Node would invite every body, also one that is going to be refused.
      .on("checkContinue", onRequest);
    if (takeOver !== undefined) {
      this.server.on("upgrade", (request, stream: Socket, head) => {
        if (takeOver(request, stream, head)) this.connections.delete(stream);
        else this.answerWithoutUpgrade(request, stream);
      });
    }
  }

  /** Resolves to the port, which the system chooses when `port` is 0. */
  listen(host: string, port: number): Promise<number> {
    const { server } = this;
    return new Promise((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException): void => reject(listenError(error, host, port));
      server.once("error", fail);
      server.listen({ host, port, backlog: 1024 }, () => {
        // From here on an error is a connection that could not be accepted, for want of file descriptors.
        server.off("error", fail).on("error", (error) => console.error("A connection could not be accepted:", error));
        const address = server.address();
        resolve(address !== null && typeof address === "object" ? address.port : port);
      });
    });
  }

  /** Accepts nothing new, lets requests in flight finish for `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void> {
    this.closing = true;
    for (const underWay of this.connections.values()) {
      for (const response of underWay) response.shouldKeepAlive = false;
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.connections.forEach((_, socket) => socket.destroy()), graceMs);
      this.server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      this.dropUnused();
    });
  }

  private remember(socket: Socket): void {
    this.connections.set(socket, []);
    socket.once("close", () => this.connections.delete(socket));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const underWay = this.connections.get(request.socket) ?? [];
    underWay.push(response);
    response.once("close", () => this.finished(underWay, response));
    if (this.closing) response.shouldKeepAlive = false;
    void serveSafely(this.serve, openExchange(request, response, this.services));
  }

  /** A server is free to answer such a request as any other. Its connection ends with the answer. */
  private answerWithoutUpgrade(request: IncomingMessage, stream: Socket): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(stream);
    response.once("finish", () => stream.destroySoon());
    this.answer(request, response);
  }

  private finished(underWay: ServerResponse[], response: ServerResponse): void {
    // Pipelined ones end in the order in which they came.
    if (underWay[0] === response) underWay.shift();
    else underWay.splice(underWay.indexOf(response), 1);
    if (this.closing) setImmediate(() => this.dropUnused());
  }

  /** Ends the connections no request in flight came by: idle ones, and those with half a request. */
  private dropUnused(): void {
    for (const [socket, underWay] of this.connections) if (underWay.length === 0) socket.destroySoon();
  }
}

function boundedServer(limits: ServerLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    // Bodies have bounds of their own: an upload may take long, as long as it moves.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
    noDelay: true,
  });
  server.maxConnections = limits.maxConnections;
  return server;
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

async function serveSafely(serve: Endpoint, exchange: Exchange): Promise<void> {
  try {
    await serve(exchange);
  } catch (error) {
    try {
      recover(exchange, error);
    } catch {
      exchange.response.destroy();
    }
  }
}

/** Every failure is answered, or the connection ends; nothing is left hanging. */
function recover(exchange: Exchange, error: unknown): void {
  const { response } = exchange;
  if (error instanceof ClientGone) return;
  const refusal = error instanceof RequestError ? error : internalError(exchange, error);
  if (response.headersSent || response.destroyed) response.destroy();
  else if (refusal instanceof BodyRefused) refuseBody(exchange, refusal, "json");
  else sendError(exchange, refusal);
}

function internalError(exchange: Exchange, error: unknown): RequestError {
  console.error(`[Request ID: ${exchange.requestId}] ${exchange.request.method} ${exchange.path} failed:`, error);
  const message = `[Request ID: ${exchange.requestId}] Your request couldn't be completed. Try again later.`;
  return new RequestError(500, "InternalServerError", message);
}
