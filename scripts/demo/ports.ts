// The ports of the demonstration: those of `npm start` unless they are taken, for example by a running `npm start`.
import { once } from "node:events";
import { createServer } from "node:net";
import { readSettings } from "../settings";

interface Ports {
  ports: Record<string, string>;
  /** The beginning of a sentence that ends with the ports, or null where the usual ones are free. */
  note: string | null;
}

export async function choosePorts(): Promise<Ports> {
  const { host, httpPort, socketPort } = readSettings();
  const wanted = [socketPort, httpPort].filter((port) => port !== 0);
  const free = await Promise.all(wanted.map((port) => isFree(host, port)));
  const taken = wanted.filter((_, index) => free[index] === false);
  if (taken.length === 0) return { ports: {}, note: null };
  const what = taken.length === 1 ? `Port ${taken[0]} is taken` : `Ports ${taken.join(" and ")} are taken`;
  return {
    ports: { SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0" },
    note: `${what}, so the demonstration serves at`,
  };
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  const outcome = Promise.race([once(server, "listening").then(() => true), once(server, "error").then(() => false)]);
  server.listen(port, host);
  const free = await outcome.catch(() => false);
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}
