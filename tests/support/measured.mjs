// Loaded into a server's process when it starts (`--import`, see processUse.ts). A client that connects to a socket
// with the process's id in its name learns the memory in use: as it is, or directly after a full garbage collection,
// when only referenced objects are left.
import { createServer } from "node:net";
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const gc = vm.runInNewContext("gc");
/** What V8 keeps for later allocations is given back as well, as it does by itself when a process has little to do. */
const collect = () => gc({ type: "major", execution: "sync", flavor: "last-resort" });
// The contexts that the server makes later are as they are in a server that nobody measures.
v8.setFlagsFromString("--no-expose-gc");

listen("as-is", (socket) => socket.end(inUse()));
listen("collected", (socket) => {
  // The second collection frees what finalizers have released in the first.
  collect();
  setImmediate(() => {
    collect();
    socket.end(inUse());
  });
});

function listen(moment, answer) {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    answer(socket);
  });
  server.listen(`\0switchyard-${moment}-${process.pid}`);
  server.unref();
}

function inUse() {
  const { heapUsed, external, rss } = process.memoryUsage();
  const active = process.getActiveResourcesInfo();
  const timers = active.filter((name) => name === "Timeout").length;
  const handles = active.length - timers;
  return JSON.stringify({ heapBytes: heapUsed, externalBytes: external, residentBytes: rss, timers, handles });
}
