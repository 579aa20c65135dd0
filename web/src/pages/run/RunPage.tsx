// One run, live: what it does and did, what it needs, and everything that can be done about it.
import { useRef } from "react";
import { useParams } from "wouter";
import { oneOf } from "../../urlState/useAddressParameters";
import { ContentBoundary } from "../../parts/ContentBoundary";
import { ErrorBoundary } from "../../parts/ErrorBoundary";
import { Loaded } from "../../parts/Loaded";
import { lazyComponent } from "../../parts/lazyComponent";
import { RunFailure } from "./failure/RunFailure";
import { RunHeader } from "./RunHeader";
import { RunSidebar } from "./RunSidebar";
import { TranscriptTab } from "./TranscriptTab";
import { runTabs } from "./runTabs";
import type { RunTabName } from "./runTabs";
import { useHeaderHeight } from "./useHeaderHeight";
import { useMarkSeen } from "./useMarkSeen";
import { useRunNavigation } from "./useRunNavigation";
import { useRun } from "./useRun";
import type { Run } from "./useRun";
import style from "./RunPage.module.css";

const DiffTab = lazyComponent(async () => ({ default: (await import("./diffAndFilesTabs")).DiffTab }));
const FilesTab = lazyComponent(async () => ({ default: (await import("./diffAndFilesTabs")).FilesTab }));
const ProofTab = lazyComponent(async () => ({ default: (await import("./factTabs")).ProofTab }));
const FeedbackTab = lazyComponent(async () => ({ default: (await import("./factTabs")).FeedbackTab }));
const EventsTab = lazyComponent(async () => ({ default: (await import("./factTabs")).EventsTab }));

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
  useMarkSeen(run.id);
  // Code needs the whole width.
  const isWide = tab === "diff" || tab === "files";
  return (
    <div ref={page} className={style.page}>
      <RunHeader run={run} tab={tab} />
      {run.status === "failed" && !isWide && (
        <ContentBoundary what="part" text={run.error ?? ""}>
          <RunFailure run={run} />
        </ContentBoundary>
      )}
      <div className={style.body} data-wide={isWide || undefined}>
        {!isWide && <RunSidebar run={run} />}
        <div className={style.main} data-below={run.status === "failed" || undefined}>
          {/* Whatever one part cannot show, the others stay, and with them what can be done about the run. */}
          <ErrorBoundary resetKey={tab}>
            <Content run={run} tab={tab} />
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
    case "proof":
      return <ProofTab run={run} />;
    case "feedback":
      return <FeedbackTab run={run} />;
    case "events":
      return <EventsTab run={run} />;
  }
}
