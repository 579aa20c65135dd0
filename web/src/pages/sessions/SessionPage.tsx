// One issue session, live: what it looks for, its steps, what it found and what it asks.
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { oneOf } from "../../urlState/useAddressParameters";
import { useProjectHref, useHasPermission } from "../../project/project";
import type { SessionDetail } from "../../domain/sessions/session";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { usePerform } from "../../live/usePerform";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { PageHeader } from "../../parts/PageHeader";
import { Section } from "../../parts/Section";
import { Tabs } from "../../parts/Tabs";
import { Loaded } from "../../parts/Loaded";
import { DiscardSessionsDialog } from "./DiscardSessionsDialog";
import { SessionIssues } from "./SessionIssues";
import { SessionFacts } from "./SessionFacts";
import { SessionName } from "./SessionName";
import { SessionReviews } from "./SessionReviews";
import { SessionTranscript } from "./SessionTranscript";
import { SessionSteps } from "./SessionSteps";

export default function SessionPage() {
  const { session: id = "", tab } = useParams();
  const found = useProjectQuery(api.issueSessions.dashboard.get, { id });
  return (
    <Loaded result={found}>{(session) => <Detail key={session.id} session={session} tab={tab ?? "overview"} />}</Loaded>
  );
}

const tabs = [
  { name: "overview", label: "Overview" },
  { name: "transcript", label: "Transcript" },
] as const;
type Tab = (typeof tabs)[number]["name"];

function Detail({ session, tab }: { session: SessionDetail; tab: string }) {
  const { id, name } = session;
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const [isDiscarding, setDiscarding] = useState(false);
  const createReview = useProjectMutation(api.answeringSessions.dashboard.create);
  const { perform, isPending } = usePerform();
  const startReview = () =>
    void perform(async () => {
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
          { title: "Start a review of questions", keys: "q", group: "Session", run: startReview },
          { title: "Move to the trash", keys: "shift+Delete", group: "Session", run: () => setDiscarding(true) },
        ]
      : [],
  );
  return (
    <>
      <PageHeader
        title={name}
        heading={<SessionName session={session} />}
        parents={[{ label: "Issue sessions", href: href("sessions") }]}
        actions={
          mayWrite && (
            <>
              <Button disabled={isPending} onClick={startReview}>
                Start a review
                <ShortcutKeys keys="q" />
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
      </PageHeader>
      {shown === "transcript" ? <SessionTranscript session={session} /> : <Overview session={session} />}
      {isDiscarding && (
        <DiscardSessionsDialog
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
      <Section title="What to look for">
        <p>{prompt}</p>
      </Section>
      {steps.length > 0 && <SessionSteps steps={steps} />}
      <SessionReviews sessionId={id} />
      <SessionIssues session={session} />
    </>
  );
}
