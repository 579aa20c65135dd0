// The service as a server of the Model Context Protocol, for the agent of a run: there it files issues, asks people and
// looks learnings up.

/** The token is for this run alone. It ends with the claim of the runner, and is kept in memory only. */
export interface McpAccess {
  url: string;
  token: string;
}

/** An agent without a network does not reach it. */
export function reachableMcp(mcp: McpAccess | undefined, { network }: { network: "host" | "none" }): McpAccess | null {
  return network === "none" ? null : (mcp ?? null);
}
