// Which folded messages are open. Rows come and go while somebody scrolls, so they cannot keep it themselves.
import { useCallback, useState } from "react";

interface OpenRows {
  open: ReadonlySet<string>;
  toggle: (id: string) => void;
  unfold: (id: string) => void;
}

export function useOpenRows(): OpenRows {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setOpen((former) => {
      const next = new Set(former);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const unfold = useCallback((id: string) => setOpen((former) => new Set(former).add(id)), []);
  return { open, toggle, unfold };
}
