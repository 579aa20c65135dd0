// The two hosts of a deployment. Clients and the command line use one port; the app's HTTP actions use the other.
import type { Application } from "../application/contract";
import { createSharedResources } from "./sharedResources";
import type { Exchange, HostUrls, Services } from "./exchange";
import type { Health } from "./health";
import { PinnedSnapshots } from "./pinnedSnapshots";
import { Host } from "./host";
import { serveHttpAction } from "./httpActions";
import { DEFAULT_LIMITS, type ServerLimits } from "./limits";
import { actionErrorFormats } from "./errorReply";
import { errorFormatOnSocketHost, serveSocketHost } from "./socketHost";
import { SyncServer } from "./sync/syncServer";
import type { Website } from "./website";

/** How long clients of the live socket have to close their connections. */
const closeGraceMs = 1_000;

export interface ServerOptions {
  application: Application;
  host: string;
  /** The port of the data-socket host. 0 lets the system choose. */
  socketPort: number;
  httpPort: number;
  /** Addresses of reverse proxies whose X-Forwarded-For header names the client. */
  trustedProxies?: readonly string[];
  /** Paths of HTTP actions whose callers read `{ error: message }` in refusals. The default is none. */
  plainErrors?: readonly string[] | undefined;
  limits?: Partial<ServerLimits>;
  /** A website on the data-socket host. */
  website?: Website | undefined;
  health?: Health | undefined;
}

export interface Servers {
  listen(): Promise<{ socketPort: number; httpPort: number }>;
  /** Accepts nothing new and lets requests in flight finish, for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export function createServers(options: ServerOptions): Servers {
  const closing = new AbortController();
  let ports = { socketPort: options.socketPort, httpPort: options.httpPort };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const services: Services = {
    application: options.application,
    pinnedSnapshots: new PinnedSnapshots(() => options.application.openView()),
    limits,
    shared: createSharedResources(limits, options.trustedProxies ?? []),
    urls: () => urlsOf(options.host, ports),
    website: options.website ?? null,
    health: options.health ?? null,
    closing: closing.signal,
  };
  const syncServer = new SyncServer(services);
  const formOf = actionErrorFormats(options.plainErrors ?? []);
  const formOnSocketHost = (path: string) => errorFormatOnSocketHost(path, formOf);
  const socketHost = new Host(serveSocketHost, services, formOnSocketHost, (request, stream, head) =>
    syncServer.takeOver(request, stream, head),
  );
  const siteHost = new Host(serveSite, services, formOf);
  return {
    async listen() {
      const socketPort = await socketHost.listen(options.host, options.socketPort);
      try {
        ports = { socketPort, httpPort: await siteHost.listen(options.host, options.httpPort) };
      } catch (error) {
        await socketHost.close(0);
        throw error;
      }
      return ports;
    },
    async close(graceMs) {
      closing.abort();
      const syncClosed = syncServer.close(Math.min(graceMs, closeGraceMs));
      await Promise.all([syncClosed, socketHost.close(graceMs), siteHost.close(graceMs)]);
    },
  };
}

function serveSite(exchange: Exchange): Promise<void> {
  return serveHttpAction(exchange, exchange.path + exchange.query);
}

/** Clients cannot connect to an address that means every interface, so the URL names the loopback address instead. */
function urlsOf(host: string, ports: { socketPort: number; httpPort: number }): HostUrls {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return { cloud: `http://${name}:${ports.socketPort}`, site: `http://${name}:${ports.httpPort}` };
}
