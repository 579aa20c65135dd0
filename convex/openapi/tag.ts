// Written by `npm run codegen`: says which text document.json is.
export const tag = "593e702825072031b3fa4f50025c47ce";
