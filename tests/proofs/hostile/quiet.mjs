// A server that nobody attacks, on the same machine: what one waits for it is the machine's.
import { createServer } from "node:http";

const server = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`);
});
