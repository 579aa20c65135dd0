import { useConvex } from "convex/react";
import { useProject } from "../../project/project";
import { usePerform } from "../../live/usePerform";
import { showNotice } from "../../feedback/notices";
import { exportRun } from "./exportRun";
import type { Run } from "./useRun";

/** Gives everything about the run to the browser as a file. */
export function useRunDownload(run: Run): () => void {
  const client = useConvex();
  const { id: projectId, slug } = useProject();
  const { perform } = usePerform();

  async function download(): Promise<void> {
    showNotice({ tone: "plain", text: "Preparing the download." });
    const parts: string[] = [];
    for await (const line of exportRun(client, projectId, run)) parts.push(`${JSON.stringify(line)}\n`);
    const address = URL.createObjectURL(new Blob(parts, { type: "application/x-ndjson" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${slug}-run-${run.runNumber}.jsonl`;
    link.click();
    // The browser has begun to save it by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  return () => void perform(download);
}
