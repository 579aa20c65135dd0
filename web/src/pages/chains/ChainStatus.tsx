// The state of a chain. While its run waits for an answer or a permission, the chain waits for the reader, too.
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";
import { Status } from "../../parts/Status";

export function ChainStatus({ chain: { id, status } }: { chain: { id: string; status: string } }) {
  const asking = useProjectQuery(api.runs.dashboard.listWaiting, {});
  const isAsking =
    asking.kind === "ready" &&
    asking.value.some(({ sprintChainId, workChainId }) => sprintChainId === id || workChainId === id);
  return isAsking ? <Status status="asking" label="Waits for you" /> : <Status status={status} />;
}
