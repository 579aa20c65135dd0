// Written by `npm run codegen`: says which text document.json is.
export const tag = "9fd78ba36f042bba8bf6cfc319328807";
