import { api } from "#convex/_generated/api";
import type { SessionSummary } from "../../domain/sessions/session";
import { useProjectMutation } from "../../live/projectHooks";
import { ConfirmDialog } from "../../parts/ConfirmDialog";

interface Props {
  sessions: readonly SessionSummary[];
  onClose: () => void;
  onDone: () => void;
}

export function DiscardSessionsDialog({ sessions, ...rest }: Props) {
  const removeMany = useProjectMutation(api.issueSessions.dashboard.removeMany);
  const isOne = sessions.length === 1;
  const isActive = sessions.some(({ status }) => status === "active");
  return (
    <ConfirmDialog
      title={isOne ? "Move this session to the trash?" : `Move ${sessions.length} sessions to the trash?`}
      label="Move to the trash"
      successText={isOne ? "The session is in the trash." : `${sessions.length} sessions are in the trash.`}
      change={() => removeMany({ sessionIds: sessions.map(({ id }) => id) })}
      {...rest}
    >
      {isActive ? "An agent that still works is stopped. " : ""}
      The issues found are kept, and the {isOne ? "session" : "sessions"} can be restored from the trash.
    </ConfirmDialog>
  );
}
