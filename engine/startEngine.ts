// Starts a deployment in this process: data directory, database, application, servers.
import { EngineApplication } from "./application/engineApplication";
import type { Application } from "./application/contract";
import { Database, type Concurrency } from "./database/database";
import { boundHeapGrowth } from "./heapGrowth";
import { openDataDirectory } from "./persistence/dataDirectory";
import { watchFreeSpace } from "./persistence/freeSpace";
import { createServers } from "./server/servers";

export interface EngineOptions {
  dataDir: string;
  host: string;
  /** 0 lets the system choose. */
  socketPort: number;
  httpPort: number;
  /** Addresses and networks of reverse proxies, whose X-Forwarded-For says who the client is. Default: none. */
  trustedProxies?: readonly string[];
  /** `pool` reuses contexts (serving); `fresh` makes one for every run, as Convex does (tests). */
  contexts: "pool" | "fresh";
  /** How mutations run together. Left out: `serial`; `optimistic` is for tests of what Convex does with conflicts. */
  concurrency?: Concurrency;
  instanceName?: string;
  /** Receives one line of JSON for each function that logged or failed. Default: standard error. */
  writeLog?: (line: string) => void;
}

export interface Engine {
  socketUrl: string;
  httpUrl: string;
  adminKey: string;
  dataDir: string;
  application: Application;
  /** Finishes what is in flight, for `graceMs` at most, and lets go of the data directory. */
  stop(graceMs?: number): Promise<void>;
  /** Lets requests in flight end for a moment and answers the others; nothing else is put in order. */
  breakOff(): Promise<void>;
}

const defaultGraceMs = 10_000;
const brokenGraceMs = 1_000;

/** Throws an Error whose message says what stands in the way: a port, a directory, another process, a database. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  // What is made from here on is for the owner of the process alone: everything that people have entered is in it.
  process.umask(0o077);
  const directory = openDataDirectory(options.dataDir);
  const opened: (() => void | Promise<void>)[] = [() => directory.release(), boundHeapGrowth()];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    const writeLog = options.writeLog ?? ((line) => process.stderr.write(`${line}\n`));
    const note = (message: string) => writeLog(JSON.stringify({ at: new Date().toISOString(), message }));
    opened.push(watchFreeSpace(directory.path, note));
    const database = new Database(directory.databaseFile, Date.now, { note, concurrency: options.concurrency });
    opened.push(() => database.close());
    const application = new EngineApplication({
      directory,
      database,
      instanceName: options.instanceName ?? "embedded",
      contexts: options.contexts,
      now: Date.now,
      writeLog,
    });
    const { host, socketPort, httpPort, trustedProxies = [] } = options;
    const servers = createServers({ application, host, socketPort, httpPort, trustedProxies });
    const ports = await servers.listen();
    const urlOf = (port: number) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    const addresses = { socketUrl: urlOf(ports.socketPort), httpUrl: urlOf(ports.httpPort) };
    await application.start(addresses);
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
