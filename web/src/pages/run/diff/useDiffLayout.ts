// Whether old and new stand side by side. The choice is kept in this browser; a narrow window has no room for two.
import { useState, useSyncExternalStore } from "react";
import type { Layout } from "./rows/diffRows";

const storageKey = "switchyard.diff.layout";
const wide = window.matchMedia("(width > 900px)");

interface Chosen {
  layout: Layout;
  canSplit: boolean;
  toggle: () => void;
}

export function useDiffLayout(): Chosen {
  const [wanted, setWanted] = useState<Layout>(() =>
    localStorage.getItem(storageKey) === "split" ? "split" : "unified",
  );
  const canSplit = useSyncExternalStore(subscribe, () => wide.matches);
  return {
    layout: canSplit ? wanted : "unified",
    canSplit,
    toggle() {
      const next = wanted === "split" ? "unified" : "split";
      localStorage.setItem(storageKey, next);
      setWanted(next);
    },
  };
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}
