// Messages to the agent that are on their way. They are shown at once, and give way to the real ones.
import { useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useProjectMutation } from "../../live/useProjectQuery";

export interface Sending {
  texts: readonly { number: number; text: string }[];
  /** Fails with the refusal of the service. */
  send: (text: string) => Promise<void>;
}

export function useSending(sandboxId: string): Sending {
  const sendMessage = useProjectMutation(api.sandboxes.dashboard.sendMessage);
  const last = useRef(0);
  const [texts, setTexts] = useState<Sending["texts"]>([]);
  return {
    texts,
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
