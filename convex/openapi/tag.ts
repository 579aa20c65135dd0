// Written by `npm run codegen`: says which text document.json is.
export const tag = "8686f05428d78418f8c5f99227599efb";
