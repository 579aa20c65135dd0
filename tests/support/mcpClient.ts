// The official client of the Model Context Protocol, connected to a deployment with a key.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ClientOptions } from "@modelcontextprotocol/client";
import type { Deployment } from "./deployment";
import { bearer } from "./fixtures";

/** The newest revision and the one before it. The client speaks every other one with the latter's handshake. */
export const protocolRevisions = ["2026-07-28", "2025-11-25"] as const;
export type Revision = (typeof protocolRevisions)[number];

export async function connectMcp(
  { fetch }: Pick<Deployment, "fetch">,
  apiKey: string,
  revision: Revision,
  options: ClientOptions = {},
): Promise<Client> {
  const mode = revision === "2026-07-28" ? { pin: revision } : "legacy";
  const client = new Client({ name: "test", version: "1.0.0" }, { ...options, versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("http://switchyard.test/mcp"), {
    fetch: (url, init) => fetch(new URL(url).pathname, init),
    requestInit: { headers: bearer(apiKey) },
  });
  await client.connect(transport);
  return client;
}

/** The tools that were called with success in this file of tests. */
export const calledTools = new Set<string>();

/** Calls a tool, which must succeed, and answers what it shows. */
export async function toolAnswer(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  if (isError === true) throw new Error(`${name}: ${JSON.stringify(content)}`);
  calledTools.add(name);
  // Each test knows the shape of the answer that it expects.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return structuredContent as any;
}

/** Calls a tool, which must refuse, and answers the refusal. */
export async function toolRefusal(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError, content } = await client.callTool({ name, arguments: args });
  const [first] = content;
  if (isError !== true || first?.type !== "text")
    throw new Error(`${name} was not refused: ${JSON.stringify(content)}`);
  return JSON.parse(first.text) as { code: string; field: string | null; message: string };
}
