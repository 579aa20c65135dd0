// The dashboard could not even learn where its deployment is.
import { Button } from "../parts/Button";
import { EmptyState } from "../parts/EmptyState";

export function StartError({ reason }: { reason: string }) {
  return (
    <main>
      <EmptyState
        title="The dashboard cannot start"
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        {reason}
      </EmptyState>
    </main>
  );
}
