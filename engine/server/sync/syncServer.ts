// All clients of the live socket: admits them, checks that they are still there, and closes them when the server stops.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import type { Services } from "../exchange";
import { listen, listenFirst, listenOnce } from "../guard";
import { SyncClient } from "./syncClient";
import { RoundScheduler } from "./roundScheduler";

/** How many clients are brought up to date at the same time. Meanwhile the changes for the others add up. */
const roundsAtOnce = 32;
const goingAway = 1001;
const tryAgainLater = 1013;
const unsupportedData = 1003;
const syncPath = /^\/api\/([^/]+\/)?sync$/;

/** What one arrival costs at least in memory, however few bytes it has. */
const minChunkBytes = 512;
/** A client that does not read the answers to its pings gets no more of them. */
const maxUnreadPongs = 16 * 1024;
const socketOptions = {
  noServer: true,
  perMessageDeflate: false,
  autoPong: false,
  // Otherwise thousands of short messages that arrive together would all be handled before anything else.
  allowSynchronousEvents: false,
  // Browsers send a message of the largest size in some hundred fragments. Each costs memory and time.
  maxFragments: 1_024,
  maxBufferedChunks: 32 * 1024,
};

export class SyncServer {
  private readonly server: WebSocketServer;
  private readonly clients = new Map<WebSocket, SyncClient>();
  private readonly scheduler: RoundScheduler;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly services: Services) {
    const { maxBodyBytes, heartbeatMs } = services.limits;
    this.scheduler = new RoundScheduler(roundsAtOnce, () => services.application.callsBegun());
    this.server = new WebSocketServer({ ...socketOptions, maxPayload: maxBodyBytes });
    this.heartbeat = setInterval(() => this.checkAll(), heartbeatMs);
    this.heartbeat.unref();
  }

  metrics(): { clients: number; queries: number } {
    let queries = 0;
    for (const client of this.clients.values()) queries += client.queries;
    return { clients: this.clients.size, queries };
  }

  /** Returns false if the request is not for the live socket. */
  takeOver(request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
    const [path = ""] = (request.url ?? "").split("?");
    if (request.headers.upgrade?.toLowerCase() !== "websocket" || !syncPath.test(path)) return false;
    this.server.handleUpgrade(request, stream, head, (socket) => this.admit(socket, request));
    return true;
  }

  /** Tells all clients to connect again later, and gives them a moment to receive that. */
  async close(graceMs: number): Promise<void> {
    clearInterval(this.heartbeat);
    const all = [...this.clients];
    const gone = all.map(([socket]) => new Promise<void>((resolve) => listenOnce(socket, "close", resolve)));
    for (const [, client] of all) client.connection.close(goingAway, "The server is shutting down.");
    const timer = setTimeout(() => all.forEach(([socket]) => socket.terminate()), graceMs);
    await Promise.all(gone);
    clearTimeout(timer);
  }

  private admit(socket: WebSocket, request: IncomingMessage): void {
    // After an error in what a client sent, "close" follows and handles it. Without this listener the error would end
    // the process.
    listen(socket, "error", () => undefined);
    const { limits, shared, closing } = this.services;
    const holder = shared.addresses.ofRequest(request);
    if (closing.aborted || !shared.syncClients.take(holder, 1)) {
      socket.close(tryAgainLater, "TooManyConcurrentRequests");
      setTimeout(() => socket.terminate(), limits.lingerMs).unref();
      return;
    }
    const origin = { ip: shared.addresses.addressOf(request), userAgent: request.headers["user-agent"] ?? null };
    const client = new SyncClient(socket, this.services, this.scheduler, origin, holder);
    this.clients.set(socket, client);
    // The bytes are counted before the message that may end in them is handled.
    listenFirst(request.socket, "data", (chunk) => client.bytesArrived(Math.max(chunk.length, minChunkBytes)));
    listen(socket, "ping", (data) => {
      if (socket.bufferedAmount < maxUnreadPongs) socket.pong(data);
    });
    listen(socket, "message", (data, isBinary) => {
      if (isBinary) client.connection.close(unsupportedData, "Messages must be text.");
      else client.receive(bytesOf(data));
    });
    listen(socket, "pong", () => client.connection.pongArrived());
    listen(socket, "close", () => {
      client.connection.end();
      this.clients.delete(socket);
      shared.syncClients.release(holder, 1);
    });
  }

  /** Drops clients that are gone or do not read, and makes all others show that they are there. */
  private checkAll(): void {
    const { limits } = this.services;
    const now = Date.now();
    for (const [socket, { connection }] of this.clients) {
      if (connection.silentMs(now) > limits.silenceMs || connection.outbox.stalledMs(now) > limits.stallTimeoutMs) {
        connection.drop();
        continue;
      }
      if (now - connection.outbox.lastSentAt >= limits.idlePingMs) connection.ping();
      socket.ping();
    }
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}
