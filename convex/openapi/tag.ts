// Written by `npm run codegen`: says which text document.json is.
export const tag = "b7bd2c7a33db3e0f95026acd432e2470";
