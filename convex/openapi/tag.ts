// Written by `npm run codegen`: says which text document.json is.
export const tag = "1f8ce2bdf900f92be0e8b44093eb9508";
