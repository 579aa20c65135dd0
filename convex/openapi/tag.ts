// Written by `npm run codegen`: says which text document.json is.
export const tag = "989732ed6068e678038ba32b8122b241";
