// What listens on this machine, for an agent to reach or not: on the loopback address, at a socket that everybody may
// use, and at an abstract socket, which belongs to the network and not to any folder.
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import path from "node:path";

type Kind = "loopback" | "socket" | "abstract socket";

export class Listeners {
  readonly kinds: readonly Kind[] = ["loopback", "socket", "abstract socket"];

  private constructor(
    private readonly servers: readonly Server[],
    private readonly places: Readonly<Record<Kind, string>>,
  ) {}

  static async in(folder: string): Promise<Listeners> {
    const tcp = await listening((server) => server.listen(0, "127.0.0.1"));
    const socket = path.join(folder, "socket");
    const name = `\0switchyard-${process.pid}-${path.basename(folder)}`;
    const servers = [tcp];
    for (const place of [socket, name]) servers.push(await listening((server) => server.listen(place)));
    chmodSync(socket, 0o777);
    const port = String((tcp.address() as AddressInfo).port);
    return new Listeners(servers, { loopback: port, socket, "abstract socket": name });
  }

  /** A command that writes `connected`, or why not. */
  connecting(kind: Kind): string[] {
    const place = this.places[kind];
    const where = kind === "loopback" ? { port: Number(place), host: "127.0.0.1" } : { path: place };
    const script = `const socket = require("net").connect(${JSON.stringify(where)});
      socket.on("connect", () => { process.stdout.write("connected"); socket.destroy(); });
      socket.on("error", ({ code }) => process.stdout.write(code));`;
    return [process.execPath, "-e", script];
  }

  async end(): Promise<void> {
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

async function listening(listen: (server: Server) => void): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}));
  listen(server);
  await once(server, "listening");
  return server;
}
