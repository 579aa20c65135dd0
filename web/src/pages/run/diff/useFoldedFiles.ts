import { useState } from "react";

interface FoldedFiles {
  /** The keys of the files of which only the head is shown. */
  folded: ReadonlySet<string>;
  toggle: (key: string) => void;
  unfold: (key: string) => void;
}

export function useFoldedFiles(): FoldedFiles {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const without = (key: string) => new Set([...folded].filter((each) => each !== key));
  return {
    folded,
    toggle: (key) => setFolded(folded.has(key) ? without(key) : new Set([...folded, key])),
    unfold: (key) => {
      if (folded.has(key)) setFolded(without(key));
    },
  };
}
