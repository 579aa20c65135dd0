// Written by `npm run codegen`: says which text document.json is.
export const tag = "0c7daebfe6e937573ee63838f7cf4732";
