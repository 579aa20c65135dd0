// A message with its text as it grows. The list of messages does not hold the text of one that still streams.
import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { useProject } from "../../project/project";
import { watchQuery } from "../../live/watchQuery";
import type { Message } from "./messageStore";

/** After this many chunks the page subscribes again, so that an update never repeats more than these. */
const chunksPerUpdate = 20;
/** Readers see no difference to more often, and a long text costs less. */
const showEveryMs = 80;

export function useStreamedMessage(message: Message): Message {
  const client = useConvex();
  const { id: projectId } = useProject();
  const { id, status } = message;
  const [streamed, setStreamed] = useState<{ id: string; text: string; whole: Message | null } | null>(null);

  useEffect(() => {
    if (status === "complete") return;
    const chunks: string[] = [];
    let stop: () => void = () => undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function show(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        setStreamed({ id, text: chunks.join(""), whole: null });
      }, showEveryMs);
    }

    function followFrom(after: number): void {
      stop();
      stop = watchQuery(client, api.messages.dashboard.follow, { projectId, id, after }, (found) => {
        // The list of messages is refused for the same reason, and says so.
        if (found instanceof Error) return;
        if (found.status === "complete") {
          clearTimeout(timer);
          setStreamed({ id, text: found.message.content, whole: found.message });
          return stop();
        }
        for (const { number, text } of found.chunks) chunks[number - 1] = text;
        if (found.chunks.length > 0) show();
        if (found.chunks.length >= chunksPerUpdate) followFrom(chunks.length);
      });
    }

    followFrom(0);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, projectId, id, status]);

  if (status === "complete" || streamed?.id !== id) return message;
  return streamed.whole ?? { ...message, content: streamed.text };
}
