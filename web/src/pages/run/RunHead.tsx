// The upper edge of a run's page: name, what can be done, the facts, and the tabs.
import { Link, useLocation, useParams } from "wouter";
import { useHref, useProject } from "../../project/project";
import { openedList } from "../../domain/runs/openedList";
import { useCommands } from "../../keys/commands";
import { Contained } from "../../parts/Contained";
import { PageHead } from "../../parts/PageHead";
import { RunActions } from "./RunActions";
import { RunFacts } from "./RunFacts";
import { RunName } from "./RunName";
import { tabs } from "./tabs";
import type { TabName } from "./tabs";
import type { Run } from "./useRun";
import style from "./RunHead.module.css";

export function RunHead({ run, tab }: { run: Run; tab: TabName }) {
  const href = useHref();
  const { id } = useProject();
  const list = href(`runs${openedList(id).search}`);
  return (
    <PageHead
      title={`${run.runNumber} ${run.name}`}
      above={[{ label: "Runs", href: list }]}
      heading={
        <Contained what="name" text={run.name}>
          <RunName run={run} />
        </Contained>
      }
      actions={<RunActions run={run} />}
    >
      <Contained what="part" about={run.status}>
        <RunFacts run={run} />
      </Contained>
      <Tabs run={run} tab={tab} />
    </PageHead>
  );
}

function Tabs({ run, tab }: { run: Run; tab: TabName }) {
  const href = useHref();
  const [, navigate] = useLocation();
  // The address may name the run by its id, and another name would load it again.
  const { run: address = run.runNumber } = useParams<{ run?: string }>();
  const hrefOf = (name: TabName) => href(`runs/${address}${name === "transcript" ? "" : `/${name}`}`);
  useCommands(
    tabs.map(({ name, label, key }) => ({
      title: `Show the ${label.toLowerCase()}`,
      keys: key,
      group: "Run",
      run: () => navigate(hrefOf(name)),
    })),
  );
  return (
    <nav className={style.tabs} aria-label="Parts of the run">
      {tabs.map(({ name, label, key }) => (
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
