import { agentQuery } from "./builders";

/** The edge checks the token here before it reads the message. */
export const check = agentQuery(async () => null);
