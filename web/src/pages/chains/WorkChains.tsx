import { api } from "../../../../convex/_generated/api";
import { useProjectList } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { ChainList } from "./ChainList";
import { issuesDone } from "./workChain";

export function WorkChains() {
  const list = useProjectList(api.workChains.dashboard.list, {});
  return (
    <ChainList
      list={list}
      shown={(chain) => ({ name: chain.title, done: issuesDone(chain), all: chain.issueIds.length })}
      none={
        <Empty title="No work chains yet">
          A work chain takes open issues and works on one after the other, each in a run of its own on one branch.
        </Empty>
      }
    />
  );
}
