// Written by `npm run codegen`: says which text document.json is.
export const tag = "5cb08600f4afbf061c22d64976bfd8f0";
