// A host that keeps every request, to look for secrets in it. It asks for a password, which git and others then send.
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordingHost {
  url: string;
  /** The requests with all headers and bodies. Passwords are in plain text. */
  requests: string[];
  /** Answers a request before the host asks for a password. Returns false to leave it. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  close: () => void;
}

export async function startRecordingHost(address = "127.0.0.1"): Promise<RecordingHost> {
  const server = createServer((request, response) => void record(request, response)).listen(0, address);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const host: RecordingHost = {
    url: `http://${address}:${port}`,
    requests: [],
    answer: () => false,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return host;

  async function record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    host.requests.push(readable([`${request.method} ${request.url}`, ...request.rawHeaders, body].join("\n")));
    if (host.answer(request, response)) return;
    response.writeHead(401, { "WWW-Authenticate": 'Basic realm="code"' }).end("{}");
  }
}

function readable(text: string): string {
  return text.replaceAll(/Basic (\S+)/g, (_, encoded: string) => {
    return `Basic ${Buffer.from(encoded, "base64").toString("utf8")}`;
  });
}
