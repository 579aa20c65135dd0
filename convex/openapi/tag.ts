// Written by `npm run codegen`: says which text document.json is.
export const tag = "863969bb6e5ffb29c22c7fe3941db5ca";
