// Written by `npm run codegen`: the version in package.json.
export const version = "0.2.0";
