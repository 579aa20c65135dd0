// A proxy before the service that fails when a test says so. The suite runs in other runtimes too, so it says so over
// HTTP: which faults the next calls meet, what the runner of the run reports. It also asks which calls have come.
import http from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Fault, SeenCall } from "./suite";

export interface FaultyProxy {
  url: string;
  end: () => Promise<void>;
}

interface Work {
  call: (operation: string, args: object) => Promise<unknown>;
}

/** `target` is the address of the service; `job` calls it as a runner does. */
export async function startFaultyProxy(target: string, job: Work): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  let seen: SeenCall[] = [];
  const server = http.createServer((request, response) => {
    const answer = async () => {
      const url = request.url ?? "/";
      const body = await textOf(request);
      if (request.method === "OPTIONS") return empty(response);
      if (url === "/test/faults") {
        faults.splice(0, Infinity, ...(JSON.parse(body) as Fault[]));
        seen = [];
        return json(response, 200, {});
      }
      if (url === "/test/seen") return json(response, 200, seen);
      if (url === "/test/job") {
        const { operation, args } = JSON.parse(body) as { operation: string; args: object };
        return json(response, 200, { result: await job.call(operation, args) });
      }
      const { authorization, accept, "idempotency-key": key, "last-event-id": lastEventId } = request.headers;
      seen.push({
        call: `${request.method} ${url}`,
        isAuthorized: authorization !== undefined,
        isStream: accept === "text/event-stream",
        key: first(key) ?? null,
        lastEventId: first(lastEventId) ?? null,
        atMs: Date.now(),
      });
      const place = faults.findIndex(({ only }) => only === undefined || `${request.method} ${url}`.includes(only));
      const [fault] = place === -1 ? [] : faults.splice(place, 1);
      if (fault?.lasts === true) faults.push(fault);
      await forward(target, request, body, response, fault);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    end: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function forward(
  target: string,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.kind === "cut") return void response.destroy();
  if (fault?.kind === "answer") {
    response.writeHead(fault.status, { ...cors, "content-type": "text/plain", ...fault.headers });
    return void response.end(fault.body ?? "");
  }
  if (fault?.kind === "delay") await new Promise((resolve) => setTimeout(resolve, fault.ms));
  const forwarded = http.request(target + request.url, {
    method: request.method,
    headers: { ...request.headers, host: new URL(target).host },
  });
  response.once("close", () => forwarded.destroy());
  forwarded.end(body);
  const [answered] = (await once(forwarded, "response")) as [IncomingMessage];
  if (fault?.kind === "cut after the work") {
    await textOf(answered);
    return void response.destroy();
  }
  if (fault?.kind === "collect") {
    // A proxy that collects an answer until it ends. That of a stream ends after minutes.
    const whole = await textOf(answered);
    response.writeHead(answered.statusCode ?? 502, { ...answered.headers, ...cors });
    return void response.end(whole);
  }
  response.writeHead(answered.statusCode ?? 502, { ...answered.headers, ...cors });
  let left = fault?.kind === "cut in the answer" ? fault.bytes : Infinity;
  for await (const chunk of answered as AsyncIterable<Buffer>) {
    const part = chunk.subarray(0, left);
    left -= part.length;
    await new Promise((resolve) => response.write(part, resolve));
    if (left === 0) return void response.destroy();
  }
  response.end();
}

/** Written as Node writes the names of headers that it has received, so that these replace those of the service. */
const cors = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "X-Request-ID, Retry-After, Idempotent-Replayed",
};

function empty(response: ServerResponse): void {
  response.writeHead(204, {
    ...cors,
    "access-control-allow-methods": "GET, POST, PUT, DELETE",
    "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, Last-Event-ID",
    "access-control-max-age": "600",
  });
  response.end();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { ...cors, "Content-Type": "application/json" });
  response.end(JSON.stringify(value));
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
