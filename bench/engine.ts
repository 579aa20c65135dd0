// An engine without the product, for the mutation of `bench/app`: `node scripts/run.mjs bench/engine.ts <directory>`.
// Prints where it listens and its admin key as one JSON line.
import { startEngine } from "../engine/startEngine";
import { stopOnSignal } from "../scripts/stopOnSignal";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("Name the data directory.");

const engine = await startEngine({ dataDir, host: "127.0.0.1", socketPort: 0, httpPort: 0, contexts: "pool" });
stopOnSignal(() => engine.stop());
console.log(JSON.stringify({ socketUrl: engine.socketUrl, adminKey: engine.adminKey }));
