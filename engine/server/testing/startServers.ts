// Starts both hosts on free ports over an in-memory application, and opens raw connections for clients that break
// rules.
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import type { ServerLimits } from "../limits";
import type { MetricsOptions } from "../metrics";
import { createServers, type Servers } from "../servers";
import { ADMIN_KEY, FakeApplication } from "./fakeApplication";

export interface Running {
  application: FakeApplication;
  servers: Servers;
  socketPort: number;
  httpPort: number;
  metricsPort: number | null;
  /** Sends a request to the data-socket host. */
  api(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request to the HTTP-actions host. */
  site(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  admin(path: string, body: unknown): Promise<Response>;
}

export async function startServers(
  limits: Partial<ServerLimits> = {},
  trustedProxies: string[] = [],
  plainErrors: string[] = [],
  metrics?: MetricsOptions,
): Promise<Running> {
  const application = new FakeApplication();
  const addresses = { host: "127.0.0.1", socketPort: 0, httpPort: 0 };
  const servers = createServers({ application, ...addresses, limits, trustedProxies, plainErrors, metrics });
  const { socketPort, httpPort, metricsPort } = await servers.listen();
  const api = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${socketPort}${path}`, init);
  const site = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${httpPort}${path}`, init);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    api(path, { method: "POST", body: JSON.stringify(body), headers });
  const admin = (path: string, body: unknown) => post(path, body, { Authorization: `Convex ${ADMIN_KEY}` });
  return { application, servers, socketPort, httpPort, metricsPort, api, site, post, admin };
}

export interface RawConnection {
  socket: Socket;
  /** Resolves with everything received once it contains `text`. */
  until(text: string): Promise<string>;
  /** Resolves with everything received once the server has ended the connection. */
  closed: Promise<string>;
}

/** `localAddress` is the client's address. All of 127.0.0.0/8 is this machine. */
export async function openRaw(port: number, localAddress = "127.0.0.1"): Promise<RawConnection> {
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  let received = "";
  const watchers = new Set<() => void>();
  const closed = new Promise<string>((resolve) => {
    socket.on("close", () => resolve(received));
  });
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    for (const watcher of watchers) watcher();
  });
  await once(socket, "connect");
  const until = (text: string) =>
    new Promise<string>((resolve) => {
      const watcher = () => received.includes(text) && (watchers.delete(watcher), resolve(received));
      watchers.add(watcher);
      watcher();
    });
  return { socket, until, closed };
}
