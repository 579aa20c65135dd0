// Reads the requests and writes the responses of the hand-written server.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

export type Answer = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void;

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

export function fail(response: ServerResponse, thrown: unknown, requestId: string): void {
  const { status, code } = thrown instanceof Refusal ? thrown : { status: 500, code: "INTERNAL" };
  reply(response, status, { error: { code, message: "The request was refused.", requestId } }, requestId);
}

export function reply(response: ServerResponse, status: number, body: unknown, requestId: string = randomUUID()): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Request-ID": requestId,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "X-Request-ID, Allow, Deprecation, Sunset",
  });
  response.end(text);
}

export function readBody(request: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => done(Buffer.concat(chunks).toString("utf8")));
}
