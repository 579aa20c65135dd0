import { projectQuery } from "../api/builders";
import type { NoInput } from "../api/routes";

/**
 * Only the check that comes with the builder. The edge asks for it before it refuses a request for its route or its
 * shape, since a credential that is missing or insufficient is reported first.
 */
export const check = projectQuery(async (_ctx, _input: NoInput): Promise<null> => null);
