// Written by `npm run codegen`: says which text document.json is.
export const tag = "bb886da8beac2c4e2edc6fb47a4d7cad";
