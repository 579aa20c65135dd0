// Messages to the agent that are on their way. They are shown at once, and give way to the real ones.
import { useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";

export interface SendMessage {
  pending: readonly { number: number; text: string }[];
  /** Fails with the refusal of the service. */
  send: (text: string) => Promise<void>;
}

export function useSendMessage(sandboxId: string): SendMessage {
  const sendMessage = useProjectMutation(api.sandboxes.dashboard.sendMessage);
  const last = useRef(0);
  const [texts, setTexts] = useState<SendMessage["pending"]>([]);
  return {
    pending: texts,
    async send(text) {
      const number = ++last.current;
      setTexts((former) => [...former, { number, text }]);
      try {
        await sendMessage({ sandboxId, content: text });
      } finally {
        setTexts((former) => former.filter((each) => each.number !== number));
      }
    },
  };
}
