// Stands where a page would be whose code did not arrive. As soon as the server answers, the dashboard is loaded again:
// it then asks for the files of the server's version, and nothing that failed is kept. The server is asked a few times,
// less and less often.
import { useConvexConnectionState } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";

/** When the server is asked again by itself. After that there is the button. */
const checkAfterMs = [0, 3_000, 6_000, 12_000, 24_000, 48_000] as const;

/** Code that is missing again so soon is missing for another reason than an update or a lost connection. */
const reloadAgainAfterMs = 60_000;
const reloadedAtKey = "switchyard.reloaded";

export function ChunkLoadErrorPage() {
  const { inflightMutations } = useConvexConnectionState();
  const [wasReloaded] = useState(wasReloadedJustNow);
  const [isOffline, setOffline] = useState(false);
  const [checks, setChecks] = useState(0);
  const isSaved = inflightMutations === 0;

  const tryAgain = useCallback(async () => {
    const answers = await serverAnswers();
    setOffline(!answers);
    // A change that is not sent yet would be lost.
    if (answers && isSaved) reload();
  }, [isSaved]);

  useEffect(() => {
    const waitMs = checkAfterMs[checks];
    if (wasReloaded || waitMs === undefined) return undefined;
    const timer = setTimeout(() => {
      setChecks(checks + 1);
      void tryAgain();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [tryAgain, wasReloaded, checks]);

  return (
    <EmptyState
      title={isOffline ? "There is no connection" : "This page could not be loaded"}
      action={<Button onClick={() => void tryAgain()}>Try again</Button>}
    >
      {isOffline
        ? "This page was not opened before, so its code must come from the service. It opens when the service answers."
        : "The dashboard may have been updated."}
    </EmptyState>
  );
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

function reload(): void {
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  location.reload();
}

function wasReloadedJustNow(): boolean {
  return Date.now() - Number(sessionStorage.getItem(reloadedAtKey) ?? 0) < reloadAgainAfterMs;
}
