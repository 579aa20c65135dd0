// One run, live: what it does and did, what it needs, and everything that can be done about it.
import { useRef } from "react";
import { useParams } from "wouter";
import { oneOf } from "../../address/useParameters";
import { Shown } from "../../parts/Shown";
import { EventsTab } from "./EventsTab";
import { RunHead } from "./RunHead";
import { RunSide } from "./RunSide";
import { TranscriptTab } from "./TranscriptTab";
import { tabs } from "./tabs";
import type { TabName } from "./tabs";
import { useHeadHeight } from "./useHeadHeight";
import { useNeighbours } from "./useNeighbours";
import { useRun } from "./useRun";
import type { Run } from "./useRun";
import style from "./RunPage.module.css";

export default function RunPage() {
  return <Shown of={useRun()}>{(run) => <LiveRun key={run.id} run={run} />}</Shown>;
}

function LiveRun({ run }: { run: Run }) {
  const params = useParams<{ tab?: string }>();
  const tab = oneOf(
    params.tab ?? "transcript",
    tabs.map(({ name }) => name),
  );
  const page = useRef<HTMLDivElement>(null);
  useHeadHeight(page);
  useNeighbours(run.runNumber);
  return (
    <div ref={page} className={style.page}>
      <RunHead run={run} tab={tab ?? "transcript"} />
      <div className={style.body}>
        <RunSide run={run} />
        <div className={style.main}>
          <Content run={run} tab={tab ?? "transcript"} />
        </div>
      </div>
    </div>
  );
}

function Content({ run, tab }: { run: Run; tab: TabName }) {
  switch (tab) {
    case "transcript":
      return <TranscriptTab run={run} />;
    case "events":
      return <EventsTab run={run} />;
  }
}
