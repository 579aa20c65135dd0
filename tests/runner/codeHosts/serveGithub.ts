// FakeGithub as a server, at the addresses that an enterprise server has: /api/v3 and /api/graphql.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { FakeGithub } from "./fakeGithub";
import type { FakeAnswer } from "./fakeGithub";

interface ServedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: unknown;
  atMs: number;
  /** Whether the answer had no news. */
  isOld: boolean;
}

export interface ServedGithub {
  url: string;
  github: FakeGithub;
  /** The requests to the API, in order. */
  asked: ServedRequest[];
  /** Answers a request in place of the host, by its path. */
  instead: ((path: string) => FakeAnswer | null | Promise<FakeAnswer | null>) | null;
  close: () => void;
}

export async function serveGithub(headOf: (number: number) => string): Promise<ServedGithub> {
  const server = createServer((request, response) => void answerApi(served, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const served: ServedGithub = { url, github: new FakeGithub({ url, headOf }), asked: [], instead: null, close };
  return served;
}

type Host = Pick<ServedGithub, "url" | "github" | "asked" | "instead">;

export async function answerApi(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? "", host.url);
  const { method = "", headers } = request;
  const sent = await text(request);
  const body: unknown = sent === "" ? undefined : JSON.parse(sent);
  const path = pathname.replace(/^\/api(?:\/v3)?/, "");
  const answer = (await host.instead?.(path)) ?? (await host.github.answer({ method, path, query, body }));
  const said = answer.body === undefined ? "" : JSON.stringify(answer.body);
  const tag = `"${createHash("sha256").update(said).digest("hex")}"`;
  const isOld = method === "GET" && headers["if-none-match"] === tag;
  host.asked.push({ method, path, headers, body, atMs: Date.now(), isOld });
  const canBeKept = method === "GET" && answer.status === 200;
  response.writeHead(isOld ? 304 : answer.status, { ...(canBeKept ? { ETag: tag } : {}), ...answer.headers });
  response.end(isOld ? undefined : said);
}
