// What the agent says while it looks for issues and, in sandboxes of their own, while it continues with answers.
import { useRef } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useAddressParameters } from "../../urlState/useAddressParameters";
import type { SessionDetail } from "../../domain/sessions/session";
import { Transcript } from "../../domain/transcript/Transcript";
import { useMessages } from "../../domain/transcript/useMessages";
import { useProjectList } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { FilterSelect } from "../../parts/FilterSelect";
import style from "./SessionTranscript.module.css";

export function SessionTranscript({ session }: { session: SessionDetail }) {
  const { get, set } = useAddressParameters();
  const sandboxes = useSandboxes(session);
  const chosen = sandboxes.find(({ value }) => value === get("sandbox")) ?? sandboxes[0];
  if (chosen === undefined) {
    return (
      <EmptyState title="No messages yet">
        The transcript appears here as soon as a runner starts the session.
      </EmptyState>
    );
  }
  return (
    <>
      {sandboxes.length > 1 && (
        <div className={style.bar}>
          <FilterSelect
            label="Transcript of"
            anyLabel="The search"
            value={chosen === sandboxes[0] ? null : chosen.value}
            choices={sandboxes.slice(1)}
            onChange={(sandbox) => set({ sandbox, message: null })}
          />
        </div>
      )}
      <Messages key={chosen.value} sandboxId={chosen.value} />
    </>
  );
}

function useSandboxes({ id, sandboxId }: SessionDetail): { value: string; label: string }[] {
  const { results } = useProjectList(api.answeringSessions.dashboard.list, { issueSessionId: id }, 20);
  const ofReviews = results.toReversed().flatMap(({ sandboxId: value }, index) => {
    return value === null ? [] : [{ value, label: `After review ${index + 1}` }];
  });
  return [...(sandboxId === null ? [] : [{ value: sandboxId, label: "The search" }]), ...ofReviews];
}

function Messages({ sandboxId }: { sandboxId: string }) {
  const { get, set } = useAddressParameters();
  const [path] = useLocation();
  const { known, messages } = useMessages(sandboxId);
  const isWide = useRef(window.matchMedia("(width > 1080px)").matches);
  return (
    <Transcript
      known={known}
      messages={messages}
      chosen={get("message")}
      onChoose={(message) => set({ sandbox: sandboxId, message })}
      hrefOf={(message) => `${path}?sandbox=${sandboxId}&message=${message}`}
      beginsAtEnd={isWide.current}
      empty={<EmptyState title="No messages yet">The agent's messages appear here as it writes them.</EmptyState>}
    />
  );
}
