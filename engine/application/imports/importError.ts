/** What is wrong with an import, in words for whoever asked for it. Nothing of it has been brought in then. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}
