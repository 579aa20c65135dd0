// Serves each of the given data directories from a thread of its own, all in one process. Prints the addresses and what
// it costs to hand a request to another thread, as one line of JSON.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { startEngine } from "../engine/startEngine";

/** About the size of a list of 50 runs. */
const answer = "x".repeat(24 * 1024);
const request = { method: "GET", target: "/api/v1/runs/list?limit=50", headers: ["authorization", "x".repeat(60)] };
const handedOver = 40_000;
const inFlight = 32;

/** The first argument when the main thread is to serve the only directory, without any other thread. */
const oneThread = "--one-thread";

export interface Served {
  httpUrl: string;
  socketUrl: string;
}

async function main(directories: string[]): Promise<void> {
  if (directories[0] === oneThread) {
    return console.log(JSON.stringify({ served: [await serve(directories[1] ?? "")], handoverMs: 0 }));
  }
  const handoverMs = await measureHandover();
  const served = await Promise.all(directories.map((directory) => firstMessage<Served>(thread({ directory }))));
  console.log(JSON.stringify({ served, handoverMs }));
}

async function serve(dataDir: string): Promise<Served> {
  const ports = { host: "127.0.0.1", socketPort: 0, httpPort: 0 };
  const { httpUrl, socketUrl } = await startEngine({ dataDir, contexts: "shared", ...ports });
  return { httpUrl, socketUrl };
}

type Task = { directory: string } | "echo";

function thread(task: Task): Worker {
  return new Worker(new URL(import.meta.url), { workerData: task });
}

function firstMessage<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
}

/** Returns the CPU time of both threads for one request and its answer, in milliseconds. */
async function measureHandover(): Promise<number> {
  const worker = thread("echo");
  let answered = 0;
  const before = process.cpuUsage();
  await new Promise<void>((resolve, reject) => {
    worker.on("error", reject).on("message", () => {
      answered++;
      if (answered === handedOver) resolve();
      else if (answered <= handedOver - inFlight) worker.postMessage(request);
    });
    for (let at = 0; at < inFlight; at++) worker.postMessage(request);
  });
  const { user, system } = process.cpuUsage(before);
  await worker.terminate();
  return (user + system) / 1000 / handedOver;
}

async function beThread(task: Task): Promise<void> {
  if (task === "echo") return void parentPort?.on("message", () => parentPort?.postMessage(answer));
  // A thread must not change the mask of its process, and the process has set it before.
  Reflect.set(process, "umask", () => 0o077);
  parentPort?.postMessage(await serve(task.directory));
}

if (isMainThread) {
  process.umask(0o077);
  await main(process.argv.slice(2));
} else {
  await beThread(workerData as Task);
}
