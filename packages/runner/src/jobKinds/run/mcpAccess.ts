import type { McpAccess } from "../../agents/mcpAccess";
import { CallRefusedError } from "../../service/errors";
import type { Job } from "../../jobs/contract";
import type { Configuration } from "../../config/configuration";

type Asking = Pick<Job, "call" | "claim"> & { tools: { configuration: Pick<Configuration, "url"> } };

/** Returns where the agents of the run find the service, or undefined for a service that has no such tokens yet. */
export async function openMcpAccess({ call, claim, tools }: Asking, runId: string): Promise<McpAccess | undefined> {
  try {
    const { token } = await call("job.makeAgentToken", { jobId: claim.id, fence: claim.fence, runId });
    return { url: `${tools.configuration.url}/mcp`, token };
  } catch (error) {
    if (error instanceof CallRefusedError && error.isUnknown) return undefined;
    throw error;
  }
}
