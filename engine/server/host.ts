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
  private readonly connections = new Set<Socket>();
  private readonly inFlight = new Set<ServerResponse>();
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
    for (const response of this.inFlight) response.shouldKeepAlive = false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.connections.forEach((socket) => socket.destroy()), graceMs);
      this.server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      this.dropUnused();
    });
  }

  private remember(socket: Socket): void {
    this.connections.add(socket);
    socket.once("close", () => this.connections.delete(socket));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    this.inFlight.add(response);
    response.once("close", () => this.finished(response));
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

  private finished(response: ServerResponse): void {
    this.inFlight.delete(response);
    if (this.closing) setImmediate(() => this.dropUnused());
  }

  /** Ends the connections no request in flight came by: idle ones, and those with half a request. */
  private dropUnused(): void {
    const used = new Set([...this.inFlight].map((response) => response.req.socket));
    for (const socket of this.connections) if (!used.has(socket)) socket.destroySoon();
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
