import { useState } from "react";

interface Folding {
  /** The keys of the files of which only the head is shown. */
  folded: ReadonlySet<string>;
  fold: (key: string) => void;
  unfold: (key: string) => void;
}

export function useFolding(): Folding {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const without = (key: string) => new Set([...folded].filter((each) => each !== key));
  return {
    folded,
    fold: (key) => setFolded(folded.has(key) ? without(key) : new Set([...folded, key])),
    unfold: (key) => {
      if (folded.has(key)) setFolded(without(key));
    },
  };
}
