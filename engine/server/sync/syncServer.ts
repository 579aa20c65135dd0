// All clients of the live socket: who may come, whether they are still there, and their end in good order.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import type { Services } from "../exchange";
import { SyncClient } from "./syncClient";
import { Turns } from "./turns";

/** Clients that are brought up to date side by side; the others gather what changes meanwhile. */
const roundsAtOnce = 32;
const goingAway = 1001;
const tryAgainLater = 1013;
const unsupportedData = 1003;
const syncPath = /^\/api\/([^/]+\/)?sync$/;

export class SyncServer {
  private readonly server: WebSocketServer;
  private readonly clients = new Map<WebSocket, SyncClient>();
  private readonly turns = new Turns(roundsAtOnce);
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly services: Services) {
    const { maxBodyBytes, heartbeatMs } = services.limits;
    this.server = new WebSocketServer({ noServer: true, maxPayload: maxBodyBytes, perMessageDeflate: false });
    this.heartbeat = setInterval(() => this.lookAfterAll(), heartbeatMs);
    this.heartbeat.unref();
  }

  /** False: the request is for something else. */
  takeOver(request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
    const [path = ""] = (request.url ?? "").split("?");
    if (request.headers.upgrade?.toLowerCase() !== "websocket" || !syncPath.test(path)) return false;
    this.server.handleUpgrade(request, stream, head, (socket) => this.welcome(socket, request));
    return true;
  }

  /** Tells everybody to come again, and leaves them a moment to hear it. */
  async close(graceMs: number): Promise<void> {
    clearInterval(this.heartbeat);
    const all = [...this.clients];
    const gone = all.map(([socket]) => new Promise<void>((resolve) => socket.once("close", () => resolve())));
    for (const [, client] of all) client.close(goingAway, "The server is shutting down.");
    const timer = setTimeout(() => all.forEach(([socket]) => socket.terminate()), graceMs);
    await Promise.all(gone);
    clearTimeout(timer);
  }

  private welcome(socket: WebSocket, request: IncomingMessage): void {
    // Whatever is wrong with what a client sends ends its connection, which "close" then tells.
    socket.on("error", () => undefined);
    if (this.clients.size >= this.services.limits.maxSyncClients || this.services.closing.aborted) {
      socket.close(tryAgainLater, "TooManyConcurrentRequests");
      return;
    }
    const ip = request.socket.remoteAddress ?? null;
    const client = new SyncClient(socket, this.services, this.turns, {
      ip,
      userAgent: request.headers["user-agent"] ?? null,
    });
    this.clients.set(socket, client);
    socket.on("message", (data, isBinary) => {
      if (isBinary) client.close(unsupportedData, "Messages must be text.");
      else client.receive(textOf(data));
    });
    socket.on("pong", () => client.heard());
    socket.on("close", () => {
      client.end();
      this.clients.delete(socket);
    });
  }

  private lookAfterAll(): void {
    const { limits } = this.services;
    const now = Date.now();
    for (const [socket, client] of this.clients) {
      if (client.silentMs(now) > limits.silenceMs || client.outbox.stalledMs(now) > limits.stallTimeoutMs) {
        client.drop();
        continue;
      }
      if (now - client.outbox.lastSentAt >= limits.idlePingMs) client.ping();
      socket.ping();
    }
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString("utf8");
}
