// Written by `npm run codegen`: says which text document.json is.
export const tag = "6944cb83ef863ac643014f1c7a97e5da";
