import { projectQuery } from "../api/builders";

/**
 * Only the check that comes with the builder. The edge asks for it before it refuses a request for its route or its
 * shape, since a credential that is missing or insufficient is reported first.
 */
export const check = projectQuery({ args: {}, handler: async (): Promise<null> => null });
