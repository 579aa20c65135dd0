import { useConvex } from "convex/react";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useProject } from "../../project/project";
import { Messages } from "./messages";
import type { Known } from "./messages";

export function useMessages(sandboxId: string): { known: Known; messages: Messages } {
  const client = useConvex();
  const { id: projectId } = useProject();
  const messages = useMemo(() => new Messages(client, { projectId, sandboxId }), [client, projectId, sandboxId]);
  useEffect(() => messages.start(), [messages]);
  return { messages, known: useSyncExternalStore(messages.subscribe, messages.known) };
}
