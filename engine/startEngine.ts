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
import type { Health } from "./server/health";
import type { Website } from "./server/website";

export interface EngineOptions {
  dataDir: string;
  host: string;
  /** 0 lets the system choose a port. */
  socketPort: number;
  httpPort: number;
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
  /** The code with which a browser on this machine signs in. The default is a new one. */
  signInCode?: string | undefined;
  /** Paths of HTTP actions whose callers read `{ error: message }` in refusals. The default is none. */
  plainErrors?: readonly string[];
  /** A website that the deployment serves beside its own endpoints. The default is none. */
  website?: Website;
  /** Where others ask whether the deployment works, and what the host knows of it. The default is nowhere. */
  health?: Health | undefined;
  /** Receives one line of JSON for each function that logged or failed. The default writes to standard error. */
  writeLog?: (line: string) => void;
  /** Receives what each call of a function has used, for measurements. */
  observe?: (run: FinishedRun) => void;
}

export interface Engine {
  socketUrl: string;
  httpUrl: string;
  adminKey: string;
  dataDir: string;
  application: Application;
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
    const writeLog = options.writeLog ?? ((line) => process.stderr.write(`${line}\n`));
    const warn = (message: string) => writeLog(JSON.stringify({ at: new Date().toISOString(), message }));
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
      writeLog,
      observe: options.observe,
    });
    const { host, socketPort, httpPort, trustedProxies = [], plainErrors, website, health } = options;
    const served = { host, socketPort, httpPort, trustedProxies, plainErrors, website, health };
    const servers = createServers({ application, ...served });
    const ports = await servers.listen();
    const urlOf = (port: number) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    const addresses = { socketUrl: urlOf(ports.socketPort), httpUrl: urlOf(ports.httpPort) };
    await application.start(addresses);
    const settling = setTimeout(loadNativeClasses, settledMs).unref();
    opened.push(() => clearTimeout(settling));
    return {
      ...addresses,
      adminKey: application.adminKey,
      dataDir: directory.path,
      application,
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
