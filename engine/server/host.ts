// One listening port: hands requests to an endpoint, answers for it when it fails, and closes in good order.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { RequestError } from "../application/contract";
import { openExchange, type Endpoint, type Exchange, type Services } from "./exchange";
import { sendError } from "./reply";
import { BodyRefused, ClientGone, refuseBody } from "./requestBody";

export interface Host {
  /** Resolves to the port, which the system chooses when `port` is 0. */
  listen(host: string, port: number): Promise<number>;
  /** Accepts nothing new, lets requests in flight finish for `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void>;
}

export function createHost(serve: Endpoint, services: Services): Host {
  const { limits } = services;
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    // Bodies have bounds of their own: an upload may take long, as long as it moves.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
    noDelay: true,
  });
  const connections = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let closing = false;

  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    inFlight.add(response);
    response.once("close", () => {
      inFlight.delete(response);
      if (closing) setImmediate(dropUnused);
    });
    if (closing) response.shouldKeepAlive = false;
    const exchange = openExchange(request, response, services);
    answer(serve, exchange)
      .catch((error: unknown) => recover(exchange, error))
      .catch(() => response.destroy());
  }
  /** Ends the connections no request in flight came by: idle ones, and those with half a request. */
  function dropUnused(): void {
    const used = new Set([...inFlight].map((response) => response.req.socket));
    for (const socket of connections) if (!used.has(socket)) socket.destroySoon();
  }
  server.on("request", onRequest);
  server.on("checkContinue", onRequest);

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        const fail = (error: NodeJS.ErrnoException): void => reject(listenError(error, host, port));
        server.once("error", fail);
        server.listen({ host, port, backlog: 1024 }, () => {
          server.off("error", fail);
          const address = server.address();
          resolve(address !== null && typeof address === "object" ? address.port : port);
        });
      }),
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true;
        for (const response of inFlight) response.shouldKeepAlive = false;
        const timer = setTimeout(() => connections.forEach((socket) => socket.destroy()), graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        dropUnused();
      }),
  };
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

async function answer(serve: Endpoint, exchange: Exchange): Promise<void> {
  await serve(exchange);
}

/** Every failure is answered, or the connection ends; nothing is left hanging. */
function recover(exchange: Exchange, error: unknown): void {
  const { response } = exchange;
  if (error instanceof ClientGone || response.destroyed) return;
  const refusal = error instanceof RequestError ? error : internalError(exchange, error);
  if (response.headersSent) response.destroy();
  else if (refusal instanceof BodyRefused) refuseBody(exchange, refusal, "json");
  else sendError(exchange, refusal);
}

function internalError(exchange: Exchange, error: unknown): RequestError {
  console.error(`[Request ID: ${exchange.requestId}] ${exchange.request.method} ${exchange.path} failed:`, error);
  const message = `[Request ID: ${exchange.requestId}] Your request couldn't be completed. Try again later.`;
  return new RequestError(500, "InternalServerError", message);
}
