// What is measured, of both servers alike.
import { messageIds } from "./fill";
import type { Filled } from "./fill";
import type { LoadTarget } from "./rounds";
import type { Handwritten, Product } from "./servers";

export interface Case {
  title: string;
  connections: number;
  engine: LoadTarget;
  handwritten: LoadTarget;
  /** The engine's share of the hand-written server's requests per second that is to be reached. */
  target: number | null;
}

type Sides = Pick<Case, "engine" | "handwritten">;

/** One of the two servers, as load meets it. */
interface Side extends Filled {
  url: string;
  apiKey: string;
  callbackSecret: string;
}

export function casesOf(product: Product & Filled, handwritten: Handwritten, mutationUrl: string): Case[] {
  const both = (target: (side: Side) => LoadTarget): Sides => ({
    engine: target({ ...product, url: product.httpUrl }),
    handwritten: target(handwritten),
  });
  const case32 = (title: string, target: number | null, sides: Sides): Case => ({
    title,
    connections: 32,
    target,
    ...sides,
  });
  const durable = { engine: mutation(mutationUrl), handwritten: mutation(handwritten.url) };
  return [
    case32(
      "GET /healthz",
      0.5,
      both(({ url }) => ({ url: `${url}/healthz`, mustInclude: '"ok"' })),
    ),
    case32("GET /project", 0.5, both(get("/project", '"slug":"demo"'))),
    case32("GET /project/settings", null, both(get("/project/settings", '"agentMd"'))),
    case32("POST /project/update", null, both(post("/project/update", { name: "Demo" }, '"slug":"demo"'))),
    case32("POST /api-keys/generate", null, both(post("/project/api-keys/generate", { name: "Bench" }, '"svc_test_'))),
    case32("GET /runs/list, 50 of 100,000", null, both(get("/runs/list?limit=50", '"hasMore":true'))),
    case32(
      "GET /runs/get, 50 steps",
      null,
      both((side) => get(`/runs/get?id=${side.runId}`, '"Step 49"')(side)),
    ),
    case32("POST /issues/create", null, both(post("/issues/create", { title: "It crashes." }, '"issue_'))),
    case32(
      "POST /runs/start",
      null,
      both((side) => post("/runs/start", { workflowId: side.workflowId, prompt: "Build it." }, '"r_')(side)),
    ),
    case32("message.streamAppend", null, both(append)),
    { title: "POST /api/mutation", connections: 1, target: null, ...durable },
    case32("POST /api/mutation", 0.6, durable),
  ];
}

function get(path: string, mustInclude: string) {
  return ({ url, apiKey }: Side): LoadTarget => ({
    url: `${url}/api/v1${path}`,
    headers: { Authorization: `Bearer ${apiKey}` },
    mustInclude,
  });
}

function post(path: string, body: unknown, mustInclude: string) {
  return (side: Side): LoadTarget => ({
    ...get(path, mustInclude)(side),
    method: "POST",
    body: JSON.stringify(body),
  });
}

function append({ url, callbackSecret }: Side): LoadTarget {
  const call = (messageId: string) => ({
    operation: "message.streamAppend",
    args: { messageId, chunk: "The quick brown fox jumps over the lazy dog. " },
  });
  return {
    url: `${url}/job/callback`,
    method: "POST",
    headers: { Authorization: `Bearer ${callbackSecret}` },
    bodies: messageIds.map((messageId) => JSON.stringify(call(messageId))),
    mustInclude: '"result"',
  };
}

function mutation(base: string): LoadTarget {
  return {
    url: `${base}/api/mutation`,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      path: "messages:send",
      args: { channel: "general", text: "The quick brown fox jumps over the lazy dog.", sequence: 1 },
      format: "json",
    }),
    mustInclude: '"status":"success"',
  };
}
