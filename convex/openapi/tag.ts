// Written by `npm run codegen`: says which text document.json is.
export const tag = "490901428547f6fe1003b866efad6695";
