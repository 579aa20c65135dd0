// The peers, each with its server and its database.
import path from "node:path";
import { startPostgres, startRedis } from "./databases";
import { installPeers } from "./install";
import { startPeer } from "./peer";
import type { Peer, PeerPlan } from "./peer";

const plans: readonly PeerPlan[] = [
  {
    name: "Fastify and PostgreSQL",
    module: "plain.mjs",
    database: "postgres",
    claimed: "over HTTP",
    targets: { start: 0.5, claims: 0.5 },
  },
  { name: "pg-boss", module: "pgBoss.mjs", database: "postgres", claimed: "over HTTP", targets: { claims: 1 } },
  {
    name: "graphile-worker, own workers",
    module: "graphileWorker.mjs",
    database: "postgres",
    claimed: "by its own workers",
    targets: {},
  },
  { name: "BullMQ, fsync always", module: "bullmq.mjs", database: "redis", claimed: "over HTTP", targets: {} },
];

export async function startPeers(directory: string): Promise<Peer[]> {
  const packages = installPeers();
  const peers: Peer[] = [];
  for (const plan of plans) {
    const folder = path.join(directory, `peer-${path.parse(plan.module).name}`);
    const database = await (plan.database === "postgres" ? startPostgres(folder) : startRedis(folder));
    peers.push(await startPeer(plan, database, packages));
  }
  return peers;
}
