// The upper edge of a run's page: name, what can be done, the facts, and the tabs.
import { Link, useLocation, useParams } from "wouter";
import { useProjectHref, useProject } from "../../project/project";
import { readLastRunList } from "../../domain/runs/lastRunList";
import { useCommands } from "../../shortcuts/commands";
import { ContentBoundary } from "../../parts/ContentBoundary";
import { PageHeader } from "../../parts/PageHeader";
import { PullRequestStrip } from "./PullRequestStrip";
import { RunActions } from "./RunActions";
import { RunFacts } from "./RunFacts";
import { RunName } from "./RunName";
import { runTabs } from "./runTabs";
import type { RunTabName } from "./runTabs";
import type { Run } from "./useRun";
import style from "./RunHeader.module.css";

export function RunHeader({ run, tab }: { run: Run; tab: RunTabName }) {
  const href = useProjectHref();
  const { id } = useProject();
  const list = href(`runs${readLastRunList(id).search}`);
  return (
    <PageHeader
      title={`${run.runNumber} ${run.name}`}
      parents={[{ label: "Runs", href: list }]}
      heading={
        <ContentBoundary what="name" text={run.name}>
          <RunName run={run} />
        </ContentBoundary>
      }
      actions={<RunActions run={run} />}
    >
      <ContentBoundary what="part" resetKey={run.status}>
        <RunFacts run={run} />
        <PullRequestStrip run={run} />
      </ContentBoundary>
      <Tabs run={run} tab={tab} />
    </PageHeader>
  );
}

function Tabs({ run, tab }: { run: Run; tab: RunTabName }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  // The address may name the run by its id, and another name would load it again.
  const { run: address = run.runNumber } = useParams<{ run?: string }>();
  const hrefOf = (name: RunTabName) => href(`runs/${address}${name === "transcript" ? "" : `/${name}`}`);
  useCommands(
    runTabs.map(({ name, label, key }) => ({
      title: `Show the ${label.toLowerCase()}`,
      keys: key,
      group: "Run",
      run: () => navigate(hrefOf(name)),
    })),
  );
  return (
    <nav className={style.tabs} aria-label="Parts of the run">
      {runTabs.map(({ name, label, key }) => (
        <Link
          key={name}
          href={hrefOf(name)}
          className={style.tab}
          aria-current={name === tab ? "page" : undefined}
          title={`${label} (${key})`}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
