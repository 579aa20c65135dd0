// Written by `npm run codegen`: says which text document.json is.
export const tag = "03e7820fb9ec37ef06c7213c8920adce";
