import { api } from "../../../../convex/_generated/api";
import { useProjectList } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { ChainList } from "./ChainList";
import { sprintCount, sprintsDone, titleOfPrompt } from "./sprints";

export function SprintChains() {
  const list = useProjectList(api.sprintChains.dashboard.list, {});
  return (
    <ChainList
      list={list}
      shown={(chain) => ({
        name: titleOfPrompt(chain.prompt),
        below: `Sprints ${chain.sprintRange[0]} to ${chain.sprintRange[1]}`,
        done: sprintsDone(chain),
        all: sprintCount(chain),
      })}
      none={
        <Empty title="No sprint chains yet">
          A sprint chain repeats one prompt for each sprint of a range. Every sprint begins where the previous one
          ended.
        </Empty>
      }
    />
  );
}
