import { invalid } from "../lib/errors";

/** Throws VALIDATION that names the first parameter, if any, in the query of a request that takes none. */
export function refuseParameters(search: string): void {
  const [unknown] = new URLSearchParams(search).keys();
  if (unknown !== undefined) throw invalid(unknown, `${unknown} is not a parameter of this request.`);
}
