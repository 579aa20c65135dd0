// One run, live: what it does and did, what it needs, and everything that can be done about it.
import { Suspense, lazy, useRef } from "react";
import { useParams } from "wouter";
import { oneOf } from "../../address/useParameters";
import { Boundary } from "../../parts/Boundary";
import { Loading } from "../../parts/Loading";
import { Shown } from "../../parts/Shown";
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

const DiffTab = lazy(async () => ({ default: (await import("./codeTabs")).DiffTab }));
const FilesTab = lazy(async () => ({ default: (await import("./codeTabs")).FilesTab }));
const EventsTab = lazy(() => import("./EventsTab"));

export default function RunPage() {
  return <Shown of={useRun()}>{(run) => <LiveRun key={run.id} run={run} />}</Shown>;
}

const tabNames = tabs.map(({ name }) => name);

function LiveRun({ run }: { run: Run }) {
  const params = useParams<{ tab?: string }>();
  const tab = oneOf(params.tab ?? null, tabNames) ?? "transcript";
  const page = useRef<HTMLDivElement>(null);
  useHeadHeight(page);
  useNeighbours(run.runNumber);
  // Code needs the whole width.
  const isWide = tab === "diff" || tab === "files";
  return (
    <div ref={page} className={style.page}>
      <RunHead run={run} tab={tab} />
      <div className={style.body} data-wide={isWide || undefined}>
        {!isWide && <RunSide run={run} />}
        <div className={style.main}>
          {/* Whatever one part cannot show, the others stay, and with them what can be done about the run. */}
          <Boundary about={tab}>
            <Suspense fallback={<Loading />}>
              <Content run={run} tab={tab} />
            </Suspense>
          </Boundary>
        </div>
      </div>
    </div>
  );
}

function Content({ run, tab }: { run: Run; tab: TabName }) {
  switch (tab) {
    case "transcript":
      return <TranscriptTab run={run} />;
    case "diff":
      return <DiffTab run={run} />;
    case "files":
      return <FilesTab run={run} />;
    case "events":
      return <EventsTab run={run} />;
  }
}
