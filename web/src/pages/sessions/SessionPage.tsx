// One issue session, live: what it looks for, its steps, what it found and what it asks.
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { oneOf } from "../../address/useParameters";
import { useHref, useMay } from "../../project/project";
import type { SessionDetail } from "../../domain/sessions/session";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation, useProjectQuery } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { PageHead } from "../../parts/PageHead";
import { Section } from "../../parts/Section";
import { Tabs } from "../../parts/Tabs";
import { Shown } from "../../parts/Shown";
import { DiscardSessions } from "./DiscardSessions";
import { FoundIssues } from "./FoundIssues";
import { SessionFacts } from "./SessionFacts";
import { SessionName } from "./SessionName";
import { SessionReviews } from "./SessionReviews";
import { SessionTranscript } from "./SessionTranscript";
import { SessionSteps } from "./SessionSteps";

export default function SessionPage() {
  const { session: id = "", tab } = useParams();
  const found = useProjectQuery(api.issueSessions.dashboard.get, { id });
  return <Shown of={found}>{(session) => <Detail key={session.id} session={session} tab={tab ?? "overview"} />}</Shown>;
}

const tabs = [
  { name: "overview", label: "Overview" },
  { name: "transcript", label: "Transcript" },
] as const;
type Tab = (typeof tabs)[number]["name"];

function Detail({ session, tab }: { session: SessionDetail; tab: string }) {
  const { id, name } = session;
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const [isDiscarding, setDiscarding] = useState(false);
  const createReview = useProjectMutation(api.answeringSessions.dashboard.create);
  const { attempt, isTrying } = useAttempt();
  const ask = () =>
    void attempt(async () => {
      const review = await createReview({ issueSessionId: id });
      navigate(href(`reviews/${review.id}`));
    });
  const shown =
    oneOf(
      tab,
      tabs.map(({ name: each }) => each),
    ) ?? "overview";
  const show = (next: Tab) => navigate(href(next === "overview" ? `sessions/${id}` : `sessions/${id}/${next}`));
  const other = tabs.find(({ name: each }) => each !== shown);
  useCommands(
    other === undefined
      ? []
      : [{ title: `Show the ${other.name}`, keys: "v", group: "Session", run: () => show(other.name) }],
  );
  useCommands(
    mayWrite
      ? [
          { title: "Begin a review of questions", keys: "q", group: "Session", run: ask },
          { title: "Move to the trash", keys: "shift+Delete", group: "Session", run: () => setDiscarding(true) },
        ]
      : [],
  );
  return (
    <>
      <PageHead
        title={name}
        heading={<SessionName session={session} />}
        above={[{ label: "Issue sessions", href: href("sessions") }]}
        actions={
          mayWrite && (
            <>
              <Button disabled={isTrying} onClick={ask}>
                Begin a review
                <Keys of="q" />
              </Button>
              <Menu
                label="More"
                items={[{ label: "Move to the trash", isBad: true, run: () => setDiscarding(true) }]}
              />
            </>
          )
        }
      >
        <Tabs label="Parts of the session" tabs={tabs} chosen={shown} onChoose={show} />
      </PageHead>
      {shown === "transcript" ? <SessionTranscript session={session} /> : <Overview session={session} />}
      {isDiscarding && (
        <DiscardSessions
          sessions={[session]}
          onClose={() => setDiscarding(false)}
          onDone={() => navigate(href("sessions"))}
        />
      )}
    </>
  );
}

function Overview({ session }: { session: SessionDetail }) {
  const { id, prompt, steps, error } = session;
  return (
    <>
      <SessionFacts session={session} />
      {error !== null && (
        <Section title="Why it failed">
          <p>{error}</p>
        </Section>
      )}
      <Section title="What it looks for">
        <p>{prompt}</p>
      </Section>
      {steps.length > 0 && <SessionSteps steps={steps} />}
      <SessionReviews sessionId={id} />
      <FoundIssues session={session} />
    </>
  );
}
