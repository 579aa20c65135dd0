// The list of requests that are measured on both servers.
import { messageIds } from "./fill";
import type { Filled } from "./fill";
import type { LoadTarget } from "./rounds";

export interface Case {
  title: string;
  connections: number;
  targetOf: (side: Side) => LoadTarget;
  /**
   * The requests per second that the engine should reach, as a share of those of the hand-written server. null means
   * no target.
   */
  target: number | null;
}

/** One of the two compared servers, as the load generator sees it. */
export interface Side extends Filled {
  url: string;
  /** The address of a mutation that does almost nothing. */
  mutationUrl: string;
  apiKey: string;
  callbackSecret: string;
}

export const cases: readonly Case[] = [
  case32("GET /healthz", 0.5, ({ url }) => ({ url: `${url}/healthz`, mustInclude: '"ok"' })),
  case32("GET /project", 0.5, get("/project", '"slug":"demo"')),
  case32("GET /project/settings", null, get("/project/settings", '"agentMd"')),
  case32("POST /project/update", null, post("/project/update", { name: "Demo" }, '"slug":"demo"')),
  case32("POST /api-keys/generate", null, post("/project/api-keys/generate", { name: "Bench" }, '"svc_test_')),
  case32("GET /runs/list, 50 of 100,000", null, get("/runs/list?limit=50", '"hasMore":true')),
  case32("GET /runs/get, 50 steps", null, (side) => get(`/runs/get?id=${side.runId}`, '"Step 49"')(side)),
  case32("POST /issues/create", null, post("/issues/create", { title: "It crashes." }, '"issue_')),
  case32("POST /runs/start", null, (side) =>
    post("/runs/start", { workflowId: side.workflowId, prompt: "Build it." }, '"r_')(side),
  ),
  case32("message.streamAppend", null, append),
  { title: "POST /api/mutation", connections: 1, target: null, targetOf: mutation },
  case32("POST /api/mutation", 0.6, mutation),
];

function case32(title: string, target: number | null, targetOf: Case["targetOf"]): Case {
  return { title, connections: 32, target, targetOf };
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

function mutation({ mutationUrl }: Side): LoadTarget {
  return {
    url: `${mutationUrl}/api/mutation`,
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
