// Written by `npm run codegen`: says which text document.json is.
export const tag = "379f2c2e2a5b15141d6c4c5b611c5d49";
