// The bounds of the project, with what is used of each.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";
import { Fact, Facts } from "../../parts/Facts";
import { Loaded } from "../../parts/Loaded";
import { Section } from "../../parts/Section";

type Limit = FunctionReturnType<typeof api.limits.dashboard.list>[number];

const names: Record<Limit["name"], string> = {
  writes: "Changes by a key in a minute",
  starts: "Starts of runs in a minute",
  concurrent_runs: "Runs at once",
  webhooks: "Webhooks",
  hooks: "Inbound webhooks",
  repository_checks: "Checks of repositories that wait",
  body_bytes: "Size of a request",
};

export function ProjectLimits() {
  const limits = useProjectQuery(api.limits.dashboard.list, {});
  return (
    <Section title="Limits">
      <Loaded result={limits}>
        {(found) => (
          <Facts>
            {found
              // Those of workflows are on their pages and in the queue.
              .filter(({ scope }) => scope !== "workflow")
              .map((limit) => (
                <Fact key={limit.name} name={names[limit.name]}>
                  {amount(limit)}
                </Fact>
              ))}
          </Facts>
        )}
      </Loaded>
    </Section>
  );
}

const mebibyte = 1024 * 1024;

/** What is used of a minute would be out of date here, because nothing changes when it is over. */
function amount({ name, limit, used, resetsAt }: Limit): string {
  if (name === "body_bytes") return `${limit / mebibyte} MiB`;
  return used === undefined || resetsAt !== undefined ? String(limit) : `${used} of ${limit}`;
}
