/**
 * Loads Node's web classes (fetch, Response, FormData and others). Node does so when one of them is first named, and
 * takes a tenth of a start for it. It should happen after the start, and outside guest code: a limit that ends a run in
 * the middle of it would leave the classes incomplete until the process ends.
 */
export function loadNativeClasses(): void {
  void globalThis.Response;
}
