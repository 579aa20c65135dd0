import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { ChainTable } from "./ChainTable";
import { sprintChainName } from "../../domain/chains/sprintChainName";
import { countSprints, countDoneSprints } from "./sprintProgress";

export function SprintChainList() {
  const list = useProjectList(api.sprintChains.dashboard.list, {});
  return (
    <ChainTable
      list={list}
      describe={(chain) => ({
        name: sprintChainName(chain),
        below: `Sprints ${chain.sprintRange[0]} to ${chain.sprintRange[1]}`,
        done: countDoneSprints(chain),
        all: countSprints(chain),
      })}
      empty={
        <EmptyState title="No sprint chains yet">
          A sprint chain repeats one prompt for each sprint of a range. Every sprint begins where the previous one
          ended.
        </EmptyState>
      }
    />
  );
}
