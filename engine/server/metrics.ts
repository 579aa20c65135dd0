// `GET /metrics`: what an operator watches, in the text format of OpenMetrics. On the HTTP-actions host for the admin
// key, and, where the host wants it, for everybody at an address of its own.
import { readAppMetrics } from "../metrics/appMetrics";
import type { EventLoopDelay } from "../metrics/eventLoopDelay";
import { gauge, type Family, type Labels } from "../metrics/family";
import { openMetricsType, writeOpenMetrics } from "../metrics/openMetrics";
import { processMetrics } from "../metrics/processMetrics";
import { RequestError } from "../application/contract";
import { clientOf, type Exchange } from "./exchange";
import { isAddress } from "./hostName";
import { sendText, sendWhole } from "./reply";

export interface MetricsOptions {
  /** The path on the HTTP-actions host, and at the address of its own. */
  path: string;
  /** An address where anybody who reaches it may read. Null: there is none. */
  address: { host: string; port: number } | null;
  /** The path of a query of the app that returns figures of its own (metrics/appMetrics.ts). Null: there are none. */
  query: string | null;
  /** Returns the pattern of the app's route for a path, or null when it has none. */
  routeOf: (path: string) => string | null;
  /** What tells this version from others. */
  build: Labels;
}

/** What the servers count, besides requests. */
export interface ServerMetrics {
  connections(): { host: string; open: number }[];
  liveClients(): { clients: number; queries: number };
}

/** For so long a text is answered again. */
const keptMs = 1_000;

export class Metrics {
  /** What is being read, or was read just now. However many ask, it is read once in this time. */
  private text: Promise<Buffer> | null = null;

  constructor(
    private readonly options: MetricsOptions,
    private readonly metrics: ServerMetrics,
    private readonly delay: EventLoopDelay,
  ) {}

  /** Whether this is a request for the metrics, on the HTTP-actions host. */
  isAskedBy({ path }: Exchange): boolean {
    return path === this.options.path;
  }

  /** Answers a caller who has the admin key. */
  async serveAdmin(exchange: Exchange): Promise<void> {
    if (!isAdmin(exchange)) {
      const words = `${this.options.path} needs the deployment's admin key: Authorization: Bearer <the admin key>.`;
      throw new RequestError(401, "Unauthorized", words);
    }
    await this.serve(exchange);
  }

  /** Answers everybody: for the address of its own. */
  async serveAnybody(exchange: Exchange): Promise<void> {
    if (!isAddress(exchange.host)) {
      const words =
        "Metrics are read here at an IP address or localhost. By a name, their other host answers with a key.";
      throw new RequestError(403, "Forbidden", words);
    }
    if (!this.isAskedBy(exchange)) return sendText(exchange, 404, `Only ${this.options.path} is here.\n`);
    await this.serve(exchange);
  }

  private async serve(exchange: Exchange): Promise<void> {
    const { method } = exchange.request;
    if (method !== "GET" && method !== "HEAD")
      throw new RequestError(405, "MethodNotAllowed", "Metrics are read by GET.");
    this.text ??= this.write(exchange).finally(() => setTimeout(() => (this.text = null), keptMs).unref());
    sendWhole(exchange, 200, ["Content-Type", openMetricsType, "Cache-Control", "no-store"], await this.text);
  }

  private async write(exchange: Exchange): Promise<Buffer> {
    return Buffer.from(writeOpenMetrics(await this.read(exchange)));
  }

  private async read(exchange: Exchange): Promise<Family[]> {
    const { application, requests } = exchange.services;
    const families = [
      ...this.ownFamilies(),
      ...processMetrics(),
      ...this.delay.families(),
      ...requests.families(),
      ...(await application.metrics()),
    ];
    // A name may come once.
    const byName = new Map([...(await this.ofApp(exchange)), ...families].map((family) => [family.name, family]));
    return [...byName.values()];
  }

  private ownFamilies(): Family[] {
    const { clients, queries } = this.metrics.liveClients();
    const connections = this.metrics.connections().map(({ host, open }) => ({ labels: { host }, value: open }));
    return [
      { type: "info", name: "engine_build", help: "The version that serves.", labels: this.options.build },
      { type: "gauge", name: "http_connections", help: "Open connections.", samples: connections },
      gauge("engine_live_clients", "Clients of the live socket.", clients),
      gauge("engine_live_queries", "Queries to which live clients are subscribed.", queries),
    ];
  }

  /** The engine's own metrics are answered even when the app's cannot be read. */
  private async ofApp(exchange: Exchange): Promise<Family[]> {
    const { query: path } = this.options;
    const { application } = exchange.services;
    if (path === null || !application.hasCode()) return [];
    const caller = { kind: "admin", actingAs: null } as const;
    const result = await application.call({ kind: "query", path, args: {}, caller, request: clientOf(exchange) });
    const isRead = result.kind === "success";
    const help = "1 when the query of the app that returns figures has succeeded.";
    const metrics = isRead ? readAppMetrics(result.value) : [];
    return [gauge("engine_app_figures_read", help, Number(isRead)), ...metrics];
  }
}

/** The key may come as `Bearer`, which scrapers send, or as `Convex`, which the command line sends. */
function isAdmin({ request, services }: Exchange): boolean {
  const { authorization = "" } = request.headers;
  const [, key] = /^(?:Bearer|Convex) +(\S+)$/i.exec(authorization) ?? [];
  return key !== undefined && services.application.isAdminKey(key);
}
