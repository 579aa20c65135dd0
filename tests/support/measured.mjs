// Loaded into a server's process when it starts (`--import`, see processUse.ts). A client that connects to a socket
// with the process's id in its name learns the memory in use directly after a full garbage collection, when only
// referenced objects are left.
import { createServer } from "node:net";
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

const server = createServer((socket) => {
  socket.on("error", () => socket.destroy());
  // The second collection frees what finalizers have released in the first.
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
