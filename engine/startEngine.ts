// Starts a deployment in this process: it opens the data directory and the database, then starts the application and
// the servers.
import { EngineApplication } from "./application/engineApplication";
import type { Application } from "./application/contract";
import type { FinishedRun } from "./application/log/functionLog";
import { Database, type Concurrency } from "./database/database";
import type { CommitMode } from "./database/batches";
import { boundHeapGrowth } from "./heapGrowth";
import type { Contexts } from "./runtime/contract";
import { openDataDirectory } from "./persistence/dataDirectory";
import { watchFreeSpace } from "./persistence/freeSpace";
import { loadNativeClasses } from "./runtime/web/nativeClasses";
import { createServers } from "./server/servers";
import type { FinishedRequest } from "./server/exchange";
import type { Health } from "./server/health";
import type { MetricsOptions } from "./server/metrics";
import type { Website } from "./server/website";
import type { JsonObject } from "./value/json";

export interface EngineOptions {
  dataDir: string;
  host: string;
  /** 0 lets the system choose a port. */
  socketPort: number;
  httpPort: number;
  /** Where clients reach the two hosts, where that is not at the addresses on which they listen. */
  publicAddresses?: PublicAddresses;
  /**
   * Addresses and networks of reverse proxies. Only their X-Forwarded-For header is believed when it names the
   * client. The default is none.
   */
  trustedProxies?: readonly string[];
  /**
   * The way functions get their JavaScript context. `pool` reuses contexts (for serving). `shared` also lets HTTP
   * actions share one while they wait, for apps whose modules keep nothing between requests. `fresh` makes one for
   * every run, as Convex does (for tests).
   */
  contexts: Contexts;
  /**
   * How mutations run together. The default is `serial`; `optimistic` is for tests of what Convex does with
   * conflicts.
   */
  concurrency?: Concurrency;
  /** Where mutations are committed. The default is a thread of its own, as soon as there is much to do for it. */
  committing?: CommitMode | undefined;
  instanceName?: string;
  /** How large an uploaded file is, and how many are uploaded with one token. The default is 1 GiB, and any number. */
  uploads?: { maxBytes: number; maxPerToken: number };
  /** The code with which a browser on this machine signs in. The default is a new one. */
  signInCode?: string | undefined;
  /** Paths of HTTP actions whose callers read `{ error: message }` in refusals. The default is none. */
  plainErrors?: readonly string[];
  /** A website that the deployment serves beside its own endpoints. The default is none. */
  website?: Website;
  /** How long `drain` takes. The default is 0. */
  drainMs?: number;
  /** Where others ask whether the deployment works, and what the host knows of it. The default is nowhere. */
  health?: Health | undefined;
  /** What is told to an operator at `/metrics`. The default is nothing. */
  metrics?: MetricsOptions | undefined;
  /** Receives each request that was answered, for a log. The default is nobody. */
  requestFinished?: ((request: FinishedRequest) => void) | undefined;
  /**
   * Receives one record for each function that logged or failed. The default writes it to standard error, as a line of
   * JSON.
   */
  writeLog?: ((record: JsonObject) => void) | undefined;
  /** Receives what each call of a function has used, for measurements. */
  observe?: (run: FinishedRun) => void;
}

export interface PublicAddresses {
  socketUrl: string | null;
  httpUrl: string | null;
}

export interface Engine {
  socketUrl: string;
  httpUrl: string;
  /** Where the metrics are read without a key. Null when there is no such address. */
  metricsUrl: string | null;
  adminKey: string;
  dataDir: string;
  application: Application;
  /** Says that the engine is not ready, and serves as before for as long as load balancers need to notice. */
  drain(): Promise<void>;
  /** Finishes the requests in flight, for at most `graceMs`, and releases the data directory. */
  stop(graceMs?: number): Promise<void>;
  /** Gives the requests in flight a moment to end and answers the others. It closes nothing else. */
  breakOff(): Promise<void>;
}

/** When the engine has started and answers, this is soon enough for what nothing has needed yet. */
const settledMs = 1_000;
const defaultGraceMs = 10_000;
const brokenGraceMs = 1_000;

/** Throws an Error whose message names the obstacle: a port, a directory, another process or a database. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  // The files that the process creates from now on are readable by its owner only, because they contain everything
  // that people have entered.
  process.umask(0o077);
  const directory = openDataDirectory(options.dataDir);
  const opened: (() => void | Promise<void>)[] = [() => directory.release(), boundHeapGrowth()];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    const writeLog = options.writeLog ?? ((record) => process.stderr.write(`${JSON.stringify(record)}\n`));
    const warn = (message: string) => writeLog({ at: new Date().toISOString(), message });
    opened.push(watchFreeSpace(directory.path, warn));
    const database = new Database(directory.databaseFile, Date.now, {
      warn,
      concurrency: options.concurrency,
      committing: options.committing,
    });
    opened.push(() => database.close());
    await database.writer.threadIsReady();
    const application = new EngineApplication({
      directory,
      database,
      instanceName: options.instanceName ?? "embedded",
      contexts: options.contexts,
      now: Date.now,
      signInCode: options.signInCode,
      maxUploadsPerToken: options.uploads?.maxPerToken ?? Infinity,
      writeLog,
      observe: options.observe,
    });
    const {
      drainMs = 0,
      host,
      socketPort,
      httpPort,
      trustedProxies = [],
      plainErrors,
      website,
      health,
      metrics,
      requestFinished,
    } = options;
    const own = { plainErrors, website, health, metrics, requestFinished };
    const limits = options.uploads === undefined ? {} : { maxUploadBytes: options.uploads.maxBytes };
    const served = { host, socketPort, httpPort, trustedProxies, limits, ...own };
    const servers = createServers({ application, ...served });
    const ports = await servers.listen();
    const urlOf = (port: number, name = host) => `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
    const addresses = { socketUrl: urlOf(ports.socketPort), httpUrl: urlOf(ports.httpPort) };
    const { socketUrl, httpUrl } = options.publicAddresses ?? { socketUrl: null, httpUrl: null };
    await application.start(addresses, {
      socketUrl: socketUrl ?? addresses.socketUrl,
      httpUrl: httpUrl ?? addresses.httpUrl,
    });
    const settling = setTimeout(loadNativeClasses, settledMs).unref();
    opened.push(() => clearTimeout(settling));
    const { metricsPort } = ports;
    const metricsHost = metrics?.address?.host ?? host;
    return {
      ...addresses,
      metricsUrl: metricsPort === null ? null : `${urlOf(metricsPort, metricsHost)}${metrics?.path ?? ""}`,
      adminKey: application.adminKey,
      dataDir: directory.path,
      application,
      drain: async () => {
        servers.announceEnd();
        if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
      },
      stop: async (graceMs = defaultGraceMs) => {
        await Promise.all([servers.close(graceMs), application.close(graceMs)]);
        await closeAll();
      },
      breakOff: () => servers.close(brokenGraceMs),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
