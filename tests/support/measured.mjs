// Loaded into a server's process before it begins (`--import`, see processUse.ts): tells whoever connects to a socket
// that is named by the process's id what is in use just after a full collection, when only what something still refers
// to is left.
import { createServer } from "node:net";
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

const server = createServer((socket) => {
  socket.on("error", () => socket.destroy());
  // What a finalizer lets go is left to the second time.
  collect();
  setImmediate(() => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const active = process.getActiveResourcesInfo();
    const timers = active.filter((name) => name === "Timeout").length;
    const handles = active.length - timers;
    socket.end(JSON.stringify({ heapBytes: heapUsed, externalBytes: external, residentBytes: rss, timers, handles }));
  });
});
server.listen(`\0switchyard-measured-${process.pid}`);
server.unref();
