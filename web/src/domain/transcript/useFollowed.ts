// A message with its text as it grows. The list of messages does not hold the text of one that still streams.
import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useProject } from "../../project/project";
import { watched } from "../../live/watched";
import type { Message } from "./messages";

/** After this many chunks the page subscribes again, so that an update never repeats more than these. */
const chunksAnUpdate = 20;
/** Readers see no difference to more often, and a long text costs less. */
const showEveryMs = 80;

export function useFollowed(message: Message): Message {
  const client = useConvex();
  const { id: projectId } = useProject();
  const { id, status } = message;
  const [followed, setFollowed] = useState<{ id: string; text: string; whole: Message | null } | null>(null);

  useEffect(() => {
    if (status === "complete") return;
    const chunks: string[] = [];
    let stop: () => void = () => undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function show(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        setFollowed({ id, text: chunks.join(""), whole: null });
      }, showEveryMs);
    }

    function followFrom(after: number): void {
      stop();
      stop = watched(client, api.messages.dashboard.follow, { projectId, id, after }, (found) => {
        // The list of messages is refused for the same reason, and says so.
        if (found instanceof Error) return;
        if (found.status === "complete") {
          clearTimeout(timer);
          setFollowed({ id, text: found.message.content, whole: found.message });
          return stop();
        }
        for (const { number, text } of found.chunks) chunks[number - 1] = text;
        if (found.chunks.length > 0) show();
        if (found.chunks.length >= chunksAnUpdate) followFrom(chunks.length);
      });
    }

    followFrom(0);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, projectId, id, status]);

  if (status === "complete" || followed?.id !== id) return message;
  return followed.whole ?? { ...message, content: followed.text };
}
