// The two hosts of a deployment. Clients and the command line use one port; the app's HTTP actions use the other.
import type { Application } from "../application/contract";
import { createSharedResources } from "./sharedResources";
import type { Exchange, FinishedRequest, HostUrls, Services } from "./exchange";
import type { Health } from "./health";
import { PinnedSnapshots } from "./pinnedSnapshots";
import { Host } from "./host";
import { serveHttpAction } from "./httpActions";
import { DEFAULT_LIMITS, type ServerLimits } from "./limits";
import { actionErrorFormats } from "./errorReply";
import { Metrics, type MetricsOptions } from "./metrics";
import { errorFormatOnSocketHost, routeOnSocketHost, serveSocketHost } from "./socketHost";
import { EventLoopDelay } from "../metrics/eventLoopDelay";
import { RequestCounts } from "../metrics/requestCounts";
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
  requestFinished?: ((request: FinishedRequest) => void) | undefined;
  /** What is told to an operator at `/metrics`. The default is nothing. */
  metrics?: MetricsOptions | undefined;
}

interface Ports {
  socketPort: number;
  httpPort: number;
  /** Null when the metrics have no address of their own. */
  metricsPort: number | null;
}

export interface Servers {
  listen(): Promise<Ports>;
  /** From now on the servers say that they are not ready, and serve as before. */
  announceEnd(): void;
  /** Accepts nothing new and lets requests in flight finish, for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export function createServers(options: ServerOptions): Servers {
  const stopping = new AbortController();
  const closing = new AbortController();
  let ports = { socketPort: options.socketPort, httpPort: options.httpPort };
  const delay = new EventLoopDelay();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const services: Services = {
    application: options.application,
    pinnedSnapshots: new PinnedSnapshots(() => options.application.openView()),
    limits,
    shared: createSharedResources(limits, options.trustedProxies ?? []),
    urls: () => urlsOf(options.host, ports),
    website: options.website ?? null,
    health: options.health ?? null,
    requests: new RequestCounts(),
    requestFinished: options.requestFinished ?? null,
    metrics:
      options.metrics === undefined
        ? null
        : new Metrics(
            options.metrics,
            { connections: () => openConnections(), liveClients: () => syncServer.metrics() },
            delay,
          ),
    stopping: stopping.signal,
    closing: closing.signal,
  };
  const syncServer = new SyncServer(services);
  const formOf = actionErrorFormats(options.plainErrors ?? []);
  const formOnSocketHost = (path: string) => errorFormatOnSocketHost(path, formOf);
  const routeOf = (path: string) => options.metrics?.routeOf(path) ?? "other";
  const onSocketHost = {
    name: "socket",
    routeOf: (path: string) => routeOnSocketHost(path, (ofAction) => routeOf(ofAction)),
  };
  const onSite = { name: "http", routeOf };
  const socketHost = new Host(serveSocketHost, services, formOnSocketHost, onSocketHost, (request, stream, head) =>
    syncServer.takeOver(request, stream, head),
  );
  const siteHost = new Host(serveSite, services, formOf, onSite);
  const openConnections = () => [
    { host: onSocketHost.name, open: socketHost.openConnections },
    { host: onSite.name, open: siteHost.openConnections },
  ];
  const hosts = [socketHost, siteHost];
  return {
    async listen() {
      try {
        const socketPort = await socketHost.listen(options.host, options.socketPort);
        const httpPort = await siteHost.listen(options.host, options.httpPort);
        ports = { socketPort, httpPort };
        const own = options.metrics?.address ?? null;
        if (own === null) return { ...ports, metricsPort: null };
        const metricsHost = new Host(serveMetrics, services, () => "convex", { name: "metrics", routeOf: ownRoute });
        hosts.push(metricsHost);
        return { ...ports, metricsPort: await metricsHost.listen(own.host, own.port) };
      } catch (error) {
        await Promise.all(hosts.map((host) => host.close(0)));
        throw error;
      }
    },
    announceEnd: () => stopping.abort(),
    async close(graceMs) {
      stopping.abort();
      closing.abort();
      delay.stop();
      const syncClosed = syncServer.close(Math.min(graceMs, closeGraceMs));
      await Promise.all([syncClosed, ...hosts.map((host) => host.close(graceMs))]);
    },
  };
}

const ownRoute = (): string => "/metrics";

async function serveMetrics(exchange: Exchange): Promise<void> {
  await exchange.services.metrics?.serveAnybody(exchange);
}

function serveSite(exchange: Exchange): Promise<void> {
  const { metrics } = exchange.services;
  if (metrics?.isAskedBy(exchange) === true) return metrics.serveAdmin(exchange);
  return serveHttpAction(exchange, exchange.path + exchange.query);
}

/** Clients cannot connect to an address that means every interface, so the URL names the loopback address instead. */
function urlsOf(host: string, ports: { socketPort: number; httpPort: number }): HostUrls {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return { cloud: `http://${name}:${ports.socketPort}`, site: `http://${name}:${ports.httpPort}` };
}
