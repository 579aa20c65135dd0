// The development server of a sandbox: opened where it runs, started where it could.
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { usePerform } from "../../live/usePerform";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { ExternalLink } from "../../parts/ExternalLink";

export function DevServer({ sandboxId, isRunning }: { sandboxId: string; isRunning: boolean }) {
  const mayWrite = useHasPermission("work:write");
  const start = useProjectMutation(api.sandboxes.dashboard.startDevServer);
  const { perform, isPending } = usePerform();
  // A sandbox whose server was never started has no report, and the query is refused with NOT_FOUND.
  const reported = useProjectQuery(api.sandboxes.dashboard.devServer, { id: sandboxId });
  if (!isRunning) return null;
  const { url, status } = reported.kind === "ready" ? reported.value : { url: null, status: null };
  if (url !== null) {
    return (
      <span>
        <ExternalLink href={url}>Open the dev server</ExternalLink> {status}
      </span>
    );
  }
  if (reported.kind === "loading") return null;
  if (status !== null) return <span>Dev server: {status}</span>;
  if (!mayWrite) return null;
  return (
    <Button
      look="bare"
      disabled={isPending}
      onClick={() => void perform(() => start({ id: sandboxId }), "The runner was asked to start the dev server.")}
    >
      Start the dev server
    </Button>
  );
}
