// The measurements that are made on each of the compared servers.
import { claimingQueued, startingToClaim } from "./claims";
import { messageIds } from "./fill";
import type { Filled } from "./fill";
import { load } from "./load";
import type { LoadTarget } from "./load";
import type { Peer } from "./peers/peer";
import { productQueue } from "./productQueue";
import type { Contestant } from "./rounds";
import type { Usage } from "./usage";

export interface Case {
  title: string;
  /** The figure that is compared. A ratio above 1 means that the engine is better. */
  compared: "perSecond" | "p50Ms";
  on: (side: Side) => Contestant;
  /** The same work on what a user would choose instead of the product. */
  onPeer?: (peer: Peer) => { contestant: Contestant; target: number | undefined };
  /** The ratios to the hand-written server that the engine should reach, without and with the product's indexes. */
  targets: { plain?: number; indexed?: number };
  /** The delays that the engine should keep to, in milliseconds. */
  limits?: { p50Ms: number; p99Ms: number };
  /** Indexes only matter to writes. */
  isWrite: boolean;
}

interface Server {
  url: string;
  usage: () => Usage;
}

/** One of the compared servers, as the load generator sees it. */
export interface Side extends Server, Filled {
  name: string;
  /** The server with a mutation that does almost nothing. */
  small: Server;
  apiKey: string;
  callbackSecret: string;
}

const write = { plain: 0.25, indexed: 0.35 };

export const cases: readonly Case[] = [
  read("GET /healthz", 0.75, ({ url }) => ({ url: `${url}/healthz`, mustInclude: '"ok"' })),
  read("GET /project", 0.75, get("/project", '"slug":"demo"')),
  read("GET /project/settings", null, get("/project/settings", '"agentMd"')),
  written("POST /project/update", write, post("/project/update", { name: "Demo" }, '"slug":"demo"')),
  written("POST /api-keys/generate", {}, post("/project/api-keys/generate", { name: "Bench" }, '"svc_test_')),
  read("GET /runs/list, 50 of 100,000", 1.5, get("/runs/list?limit=50", '"hasMore":true')),
  read("GET /runs/get, 50 steps", 1.5, (side) => get(`/runs/get?id=${side.runId}`, '"Step 49"')(side)),
  read("GET /runs/get, 50 steps, running", 0.5, (side) =>
    get(`/runs/get?id=${side.runningRunId}`, '"status":"running"')(side),
  ),
  written("POST /issues/create", write, post("/issues/create", { title: "It crashes." }, '"issue_')),
  {
    title: "run start to claim, 16 waiting",
    compared: "p50Ms",
    on: (side) => ({ ...side, ...startingToClaim(productQueue(side)) }),
    targets: {},
    limits: { p50Ms: 10, p99Ms: 50 },
    isWrite: false,
  },
  {
    title: "claims with completes, 16 runners",
    compared: "perSecond",
    on: (side) => ({ ...side, ...claimingQueued(productQueue(side)) }),
    onPeer: (peer) => ({ contestant: { ...peer, ...peer.claims }, target: peer.targets.claims }),
    targets: write,
    isWrite: true,
  },
  {
    ...written("POST /runs/start", write, (side) =>
      post("/runs/start", { workflowId: side.workflowId, prompt: "Build it." }, '"r_')(side),
    ),
    onPeer: (peer) => ({ contestant: loading(peer, peer.start, 32), target: peer.targets.start }),
  },
  written("message.streamAppend", write, append),
  { ...mutating(1), targets: {} },
  { ...mutating(32), targets: { plain: 0.8 } },
];

function read(title: string, target: number | null, targetOf: (side: Side) => LoadTarget): Case {
  const targets = target === null ? {} : { plain: target };
  return { ...written(title, targets, targetOf), isWrite: false };
}

function written(title: string, targets: Case["targets"], targetOf: (side: Side) => LoadTarget): Case {
  const on = (side: Side) => loading(side, targetOf(side), 32);
  return { title: `${title}, 32 connections`, compared: "perSecond", on, targets, isWrite: true };
}

function mutating(connections: number): Omit<Case, "targets"> {
  const title = `POST /api/mutation, ${connections} connection${connections === 1 ? "" : "s"}`;
  const on = ({ name, small }: Side) => loading({ name, usage: small.usage }, mutation(small), connections);
  return { title, compared: "perSecond", on, isWrite: false };
}

function loading({ name, usage }: Pick<Contestant, "name" | "usage">, target: LoadTarget, connections: number) {
  return {
    name,
    usage,
    prepare: () => Promise.resolve(),
    measure: (seconds: number) => load(target, connections, seconds),
  };
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

function mutation({ url }: Server): LoadTarget {
  return {
    url: `${url}/api/mutation`,
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
