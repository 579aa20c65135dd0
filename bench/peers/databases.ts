// Starts the databases of the peers, each peer its own, so that its CPU and memory can be measured alone.
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { launch } from "../servers";

export interface Database {
  url: string;
  id: number;
}

/** Durable by PostgreSQL's defaults: each commit waits for fsync. */
export async function startPostgres(directory: string): Promise<Database> {
  const user = ownUser();
  makeDirectory(directory, user);
  const binaries = postgresBinaries();
  if (binaries === null) throw new Error("PostgreSQL is not installed.");
  const data = path.join(directory, "data");
  execFileSync(path.join(binaries, "initdb"), ["-D", data, "-A", "trust", "-U", "bench", "-E", "UTF8"], {
    ...user,
    cwd: "/",
    stdio: ["ignore", "ignore", "inherit"],
  });
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const command = [path.join(binaries, "postgres"), "-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  // PostgreSQL writes that it is ready to standard error.
  const line = `exec ${command.map((word) => `'${word}'`).join(" ")} 2>&1`;
  const server = await launch(["sh", "-c", line], /ready to accept connections/, { user, directory: "/" });
  return { url: `postgres://bench@127.0.0.1:${port}/postgres`, id: server.id };
}

/** As durable as the others: each write waits for fsync, which those that arrive together share. */
export async function startRedis(directory: string): Promise<Database> {
  mkdirSync(directory);
  const port = await freePort();
  const settings = { port, bind: "127.0.0.1", dir: directory, save: "", appendonly: "yes", appendfsync: "always" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = await launch(["redis-server", ...args], /Ready to accept connections/);
  return { url: `redis://127.0.0.1:${port}`, id: server.id };
}

/** Returns the folder of PostgreSQL's programs, which Debian does not add to the PATH. */
export function postgresBinaries(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(debian, version, "bin")), ...pathFolders()];
  return folders.find((folder) => existsSync(path.join(folder, "initdb"))) ?? null;
}

export function hasRedis(): boolean {
  return pathFolders().some((folder) => existsSync(path.join(folder, "redis-server")));
}

function pathFolders(): string[] {
  return (process.env["PATH"] ?? "").split(path.delimiter);
}

interface User {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root, so it then runs as the user that its package has made. */
function ownUser(): User {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function makeDirectory(directory: string, { uid, gid }: User): void {
  mkdirSync(directory);
  if (uid === undefined || gid === undefined) return;
  chownSync(directory, uid, gid);
  // The other user must be able to pass through the folder above, which is private.
  chmodSync(path.dirname(directory), 0o711);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
