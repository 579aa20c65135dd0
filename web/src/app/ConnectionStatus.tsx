// Says when the page is not live. A connection that is lost for a moment only is not worth a word.
import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import style from "./ConnectionStatus.module.css";

const shownAfterMs = 1_500;

export function ConnectionStatus() {
  const { isWebSocketConnected, hasEverConnected, inflightMutations } = useConvexConnectionState();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLost(!isWebSocketConnected), isWebSocketConnected ? 0 : shownAfterMs);
    return () => clearTimeout(timer);
  }, [isWebSocketConnected]);
  const waiting = inflightMutations === 0 ? "" : " Your last change is sent when it is back.";
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <p className={style.note}>
          {hasEverConnected
            ? `The connection is lost, so this page may be out of date. Reconnecting.${waiting}`
            : "The service does not answer yet. Trying again."}
        </p>
      )}
    </div>
  );
}
