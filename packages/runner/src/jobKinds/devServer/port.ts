import { once } from "node:events";
import { connect, createServer } from "node:net";
import { DevServerError } from "./error";

/** Returns the port of the settings, or a free one that is not among the taken. */
export async function choosePort({ port }: { port?: number | undefined }, taken: ReadonlySet<number>): Promise<number> {
  for (;;) {
    const found = await tried(port ?? 0);
    if (found !== null && !taken.has(found)) return found;
    if (port !== undefined) {
      throw new DevServerError(`Port ${port} of \`devServer\` is in use, perhaps by the server of another sandbox.`);
    }
  }
}

/** Returns null for a port that a program has. */
async function tried(port: number): Promise<number | null> {
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
  } catch {
    return null;
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return address === null || typeof address === "string" ? null : address.port;
}

/** Whether something listens there, on any loopback address. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: "localhost", port, autoSelectFamily: true });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
