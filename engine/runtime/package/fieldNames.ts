// What the convex package demands of the names of fields. `fieldNames` runs inside a context, like `callBufferWriter`.

export interface FieldNames {
  /** Whether a field may have this name. */
  readonly isName: (text: string) => boolean;
  /** Returns the names in the order in which fields are kept. It may change the list. */
  readonly inOrder: (names: string[]) => string[];
}

export function fieldNames(): FieldNames {
  const name = /^(?!\$)[ -~]{0,1024}$/;
  const known = new Set<string>();
  return {
    isName(text) {
      if (known.has(text)) return true;
      if (!name.test(text)) return false;
      if (known.size < 10_000) known.add(text);
      return true;
    },
    inOrder(names) {
      for (let place = 1; place < names.length; place++) {
        if ((names[place - 1] ?? "") > (names[place] ?? "")) return names.sort();
      }
      return names;
    },
  };
}
