// Tries a change and says in a notice why it was refused. `isTrying` is for the button that began it.
import { useCallback, useRef, useState } from "react";
import { showNotice } from "../feedback/notices";
import { toServiceError } from "../feedback/serviceError";

export interface Perform {
  /** Resolves to whether it succeeded. A second call while the first still runs does nothing. */
  perform: (change: () => Promise<unknown>, success?: string) => Promise<boolean>;
  isPending: boolean;
}

export function usePerform(): Perform {
  const [isTrying, setTrying] = useState(false);
  const running = useRef(false);
  const attempt = useCallback(async (change: () => Promise<unknown>, success?: string) => {
    if (running.current) return false;
    running.current = true;
    setTrying(true);
    try {
      await change();
      if (success !== undefined) showNotice({ tone: "good", text: success });
      return true;
    } catch (error) {
      showNotice({ tone: "bad", text: toServiceError(error).message });
      return false;
    } finally {
      running.current = false;
      setTrying(false);
    }
  }, []);
  return { perform: attempt, isPending: isTrying };
}
