// Notifications of the browser for what is new in the inbox, where the person allows them: on every page, while the
// person looks elsewhere.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { pageOfItem } from "./inboxItem";
import { Listeners } from "../../session/listeners";
import { projectHref } from "../../project/project";
import { useProjects } from "../../project/projects";

const listeners = new Listeners();
const permission = (): NotificationPermission => ("Notification" in window ? Notification.permission : "denied");

export function useNotificationPermission(): NotificationPermission {
  return useSyncExternalStore(listeners.subscribe, permission);
}

export async function requestNotificationPermission(): Promise<void> {
  await Notification.requestPermission();
  listeners.notify();
}

export function useBrowserNotifications(): void {
  const isAllowed = useNotificationPermission() === "granted";
  const waiting = useLiveQuery(api.inbox.dashboard.mine, isAllowed ? {} : "skip");
  const { all } = useProjects();
  const [, navigate] = useLocation();
  const shownIds = useRef<Set<string> | null>(null);
  const items = waiting.kind === "ready" ? waiting.value.items : null;
  useEffect(() => {
    if (items === null) return;
    const former = shownIds.current;
    shownIds.current = new Set(items.map(({ id }) => id));
    if (former === null || document.hasFocus()) return;
    for (const item of items) {
      if (former.has(item.id)) continue;
      const shown = new Notification(item.title, { body: item.reason, tag: item.id });
      const slug = all.find(({ id }) => id === item.projectId)?.slug;
      shown.addEventListener("click", () => {
        window.focus();
        navigate(slug === undefined ? "/inbox" : projectHref(slug, pageOfItem(item)));
        shown.close();
      });
    }
  }, [items, all, navigate]);
}
