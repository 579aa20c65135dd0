// A host that runs the hooks of a repository. The runner lets none run in a repository on its own machine.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";

export interface HookedHost {
  repository: string;
  /** Also ends the hooks that still run. */
  close: () => void;
}

export async function startHookedHost(origin: string): Promise<HookedHost> {
  const place = ["--export-all", "--enable=receive-pack", `--base-path=${path.dirname(origin)}`];
  const started: ChildProcess[] = [];
  const server = createServer((socket) => {
    const child = spawn("git", ["daemon", "--inetd", ...place], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
    started.push(child);
    for (const stream of [socket, child.stdin, child.stdout]) stream.on("error", () => {});
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const { pid } of started) endGroup(pid);
  };
  return { repository: `git://127.0.0.1:${port}/${path.basename(origin)}`, close };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}
