// One run, live: what it does and did, what it needs, and everything that can be done about it.
import { Suspense, lazy, useRef } from "react";
import { useParams } from "wouter";
import { oneOf } from "../../address/useAddressParameters";
import { ErrorBoundary } from "../../parts/ErrorBoundary";
import { Loading } from "../../parts/Loading";
import { Loaded } from "../../parts/Loaded";
import { RunHeader } from "./RunHeader";
import { RunSidebar } from "./RunSidebar";
import { TranscriptTab } from "./TranscriptTab";
import { runTabs } from "./runTabs";
import type { RunTabName } from "./runTabs";
import { useHeaderHeight } from "./useHeaderHeight";
import { useRunNavigation } from "./useRunNavigation";
import { useRun } from "./useRun";
import type { Run } from "./useRun";
import style from "./RunPage.module.css";

const DiffTab = lazy(async () => ({ default: (await import("./codeTabs")).DiffTab }));
const FilesTab = lazy(async () => ({ default: (await import("./codeTabs")).FilesTab }));
const EventsTab = lazy(() => import("./EventsTab"));

export default function RunPage() {
  return <Loaded result={useRun()}>{(run) => <LiveRun key={run.id} run={run} />}</Loaded>;
}

const tabNames = runTabs.map(({ name }) => name);

function LiveRun({ run }: { run: Run }) {
  const params = useParams<{ tab?: string }>();
  const tab = oneOf(params.tab ?? null, tabNames) ?? "transcript";
  const page = useRef<HTMLDivElement>(null);
  useHeaderHeight(page);
  useRunNavigation(run.runNumber);
  // Code needs the whole width.
  const isWide = tab === "diff" || tab === "files";
  return (
    <div ref={page} className={style.page}>
      <RunHeader run={run} tab={tab} />
      <div className={style.body} data-wide={isWide || undefined}>
        {!isWide && <RunSidebar run={run} />}
        <div className={style.main}>
          {/* Whatever one part cannot show, the others stay, and with them what can be done about the run. */}
          <ErrorBoundary resetKey={tab}>
            <Suspense fallback={<Loading />}>
              <Content run={run} tab={tab} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </div>
    </div>
  );
}

function Content({ run, tab }: { run: Run; tab: RunTabName }) {
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
