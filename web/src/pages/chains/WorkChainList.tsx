import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { ChainTable } from "./ChainTable";
import { countDoneIssues } from "./workChain";

export function WorkChainList() {
  const list = useProjectList(api.workChains.dashboard.list, {});
  return (
    <ChainTable
      list={list}
      describe={(chain) => ({ name: chain.title, done: countDoneIssues(chain), all: chain.issueIds.length })}
      empty={
        <EmptyState title="No work chains yet">
          A work chain takes open issues and works on one after the other, each in a run of its own on one branch.
        </EmptyState>
      }
    />
  );
}
