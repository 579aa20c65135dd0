// Written by `npm run codegen`: says which text document.json is.
export const tag = "0632ba92a50a3ea49ba647f6aa4cbbfb";
