// The development server of a sandbox: opened where it runs, started where it could.
import { api } from "../../../../convex/_generated/api";
import { useMay } from "../../project/project";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation, useProjectQuery } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { OutsideLink } from "../../parts/OutsideLink";

export function DevServer({ sandboxId, isRunning }: { sandboxId: string; isRunning: boolean }) {
  const mayWrite = useMay("work:write");
  const start = useProjectMutation(api.sandboxes.dashboard.startDevServer);
  const { attempt, isTrying } = useAttempt();
  // A sandbox whose server was never started has no report, and the query is refused with NOT_FOUND.
  const reported = useProjectQuery(api.sandboxes.dashboard.devServer, { id: sandboxId });
  if (!isRunning) return null;
  const { url, status } = reported.kind === "shown" ? reported.value : { url: null, status: null };
  if (url !== null) {
    return (
      <span>
        <OutsideLink href={url}>Open the dev server</OutsideLink> {status}
      </span>
    );
  }
  if (reported.kind === "loading") return null;
  if (status !== null) return <span>Dev server: {status}</span>;
  if (!mayWrite) return null;
  return (
    <Button
      look="bare"
      disabled={isTrying}
      onClick={() => void attempt(() => start({ id: sandboxId }), "The runner is asked to start the dev server.")}
    >
      Start the dev server
    </Button>
  );
}
