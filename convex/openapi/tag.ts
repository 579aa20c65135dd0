// Written by `npm run codegen`: says which text document.json is.
export const tag = "f11933a7cdb0eaf640634b5d791b6cb3";
