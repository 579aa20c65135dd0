// Which folded messages are open. Rows come and go while somebody scrolls, so they cannot keep it themselves.
import { useCallback, useState } from "react";

export function useOpenRows(): { open: ReadonlySet<string>; toggle: (id: string) => void } {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setOpen((former) => {
      const next = new Set(former);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return { open, toggle };
}
