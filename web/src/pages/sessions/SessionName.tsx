import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import type { SessionDetail } from "../../domain/sessions/session";
import { useCommands } from "../../shortcuts/commands";
import { changeInLists } from "../../live/optimisticLists";
import { useProjectMutation } from "../../live/projectHooks";
import { EditableText } from "../../parts/EditableText";

const sessions = api.issueSessions.dashboard;

export function SessionName({ session: { id, name } }: { session: SessionDetail }) {
  const mayWrite = useHasPermission("work:write");
  const [opening, setOpening] = useState(0);
  const rename = useProjectMutation(sessions.rename, (store, { sessionId, name: next }) => {
    changeInLists(store, sessions.list, (row) => (row.id === sessionId ? { ...row, name: next } : row));
    for (const { args, value } of store.getAllQueries(sessions.get)) {
      if (value?.id === sessionId) store.setQuery(sessions.get, args, { ...value, name: next });
    }
  });
  useCommands(mayWrite ? [{ title: "Rename", keys: "t", group: "Session", run: () => setOpening(opening + 1) }] : []);
  return (
    <EditableText
      label="Name"
      value={name}
      mayEdit={mayWrite}
      draftName={`session.${id}.name`}
      opening={opening}
      save={(text) => rename({ sessionId: id, name: text })}
    />
  );
}
