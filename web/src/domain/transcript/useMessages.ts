import { useConvex } from "convex/react";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useProject } from "../../project/project";
import { MessageStore } from "./messageStore";
import type { LoadedMessages } from "./messageStore";

export function useMessages(sandboxId: string): { known: LoadedMessages; messages: MessageStore } {
  const client = useConvex();
  const { id: projectId } = useProject();
  const messages = useMemo(() => new MessageStore(client, { projectId, sandboxId }), [client, projectId, sandboxId]);
  useEffect(() => messages.start(), [messages]);
  return { messages, known: useSyncExternalStore(messages.subscribe, messages.loaded) };
}
