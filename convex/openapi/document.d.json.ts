// The compiler need not know the type of the whole document, which would take it long.
declare const document: Record<string, unknown>;
export default document;
