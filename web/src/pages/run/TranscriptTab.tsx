// What the agent says and does in one sandbox, and the field to write to it.
import { useMemo, useRef } from "react";
import { useLocation } from "wouter";
import { useAddressParameters } from "../../urlState/useAddressParameters";
import { useHasPermission } from "../../project/project";
import { waitingText } from "../../domain/runs/waitingText";
import { Composer } from "../../domain/transcript/Composer";
import { PinnedPlan } from "../../domain/transcript/PinnedPlan";
import { pinPlan } from "../../domain/transcript/pinPlan";
import { Transcript } from "../../domain/transcript/Transcript";
import { useMessages } from "../../domain/transcript/useMessages";
import { useSendMessage } from "../../domain/transcript/useSendMessage";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Select } from "../../parts/Select";
import { DevServer } from "./DevServer";
import type { Run } from "./useRun";
import { useSandboxChoice } from "./useSandboxChoice";
import style from "./TranscriptTab.module.css";

export function TranscriptTab({ run }: { run: Run }) {
  const { sandboxId, all, choose, newer } = useSandboxChoice(run);
  if (sandboxId === null) {
    return (
      <EmptyState title="No messages yet">
        The transcript appears here as soon as an agent works on this run.
      </EmptyState>
    );
  }
  const status = all.find(({ id }) => id === sandboxId)?.status ?? "stopped";
  return (
    <>
      <div className={style.bar}>
        {all.length > 1 ? (
          <div className={style.choice}>
            <span aria-hidden>Transcript of</span>
            <Select
              label="Transcript of"
              value={sandboxId}
              choices={all.map(({ id, label }) => ({ value: id, label }))}
              onChange={choose}
            />
          </div>
        ) : (
          <span className={style.only}>{all[0]?.label}</span>
        )}
        {newer !== null && (
          <Button look="bare" onClick={() => choose(null)}>
            The agent now works on {newer.label}
          </Button>
        )}
        <DevServer sandboxId={sandboxId} isRunning={status === "running"} />
      </div>
      <SandboxTranscript key={sandboxId} run={run} sandboxId={sandboxId} isRunning={status === "running"} />
    </>
  );
}

interface SandboxProps {
  run: Run;
  sandboxId: string;
  isRunning: boolean;
}

function SandboxTranscript({ run, sandboxId, isRunning }: SandboxProps) {
  const mayWrite = useHasPermission("work:write");
  const { get, set } = useAddressParameters();
  const [path] = useLocation();
  const { known, messages } = useMessages(sandboxId);
  const sending = useSendMessage(sandboxId);
  const chosen = get("message");
  const pinned = useMemo(() => pinPlan(known, chosen), [known, chosen]);
  const isWide = useRef(window.matchMedia("(width > 1080px)").matches);
  return (
    <div className={style.transcript}>
      {pinned.plan !== null && <PinnedPlan entries={pinned.plan} />}
      <Transcript
        known={pinned.known}
        messages={messages}
        chosen={chosen}
        onChoose={(message) => set({ sandbox: sandboxId, message })}
        hrefOf={(message) => `${path}?sandbox=${sandboxId}&message=${message}`}
        // What failed is at the top of the page.
        beginsAtEnd={isWide.current && run.status !== "failed"}
        empty={
          <EmptyState title="No messages yet">
            {isRunning ? beginText(run) : "The agent wrote nothing here."}
          </EmptyState>
        }
      >
        {sending.pending.map(({ number, text }) => (
          <p key={number} className={style.sending} dir="auto">
            {text}
            <span>Sending</span>
          </p>
        ))}
      </Transcript>
      {mayWrite && isRunning && <Composer sandboxId={sandboxId} onSend={sending.send} />}
    </div>
  );
}

/** When the agent of a sandbox that is there says its first word. */
function beginText({ status, waiting }: Run): string {
  if (waiting !== null) return waitingText(waiting);
  return status === "paused" ? "The run is paused." : "The agent is about to start.";
}
