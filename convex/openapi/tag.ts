// Written by `npm run codegen`: says which text document.json is.
export const tag = "9b13012fe3b62914fb1b46c6546f956f";
