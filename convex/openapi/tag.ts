// Written by `npm run codegen`: says which text document.json is.
export const tag = "0564517084815443ffe40b4143db9efa";
