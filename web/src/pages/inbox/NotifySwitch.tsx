// Notifications of the browser for what is new in the inbox, where the person allows them.
import { useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useLive } from "../../live/useLive";
import { Button } from "../../parts/Button";

export function NotifySwitch() {
  const isKnown = "Notification" in window;
  const [permission, setPermission] = useState(isKnown ? Notification.permission : "denied");
  useNotifications(permission === "granted");
  if (permission !== "default") return null;
  return <Button onClick={() => void Notification.requestPermission().then(setPermission)}>Notify me</Button>;
}

function useNotifications(isAllowed: boolean): void {
  const waiting = useLive(api.inbox.dashboard.mine, {});
  const known = useRef<Set<string> | null>(null);
  const items = waiting.kind === "shown" ? waiting.value.items : null;
  useEffect(() => {
    if (items === null) return;
    const former = known.current;
    known.current = new Set(items.map(({ id }) => id));
    if (former === null || !isAllowed || document.visibilityState === "visible") return;
    for (const { id, title, reason } of items) {
      if (former.has(id)) continue;
      const shown = new Notification(title, { body: reason, tag: id });
      shown.addEventListener("click", () => window.focus());
    }
  }, [items, isAllowed]);
}
