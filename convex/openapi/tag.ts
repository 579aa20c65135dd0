// Written by `npm run codegen`: says which text document.json is.
export const tag = "94c85b69352e1d92ef4249b789174df3";
