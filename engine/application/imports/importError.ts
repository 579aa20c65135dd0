/** A problem of an import, in words for the person who asked for it. Nothing was imported. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}
