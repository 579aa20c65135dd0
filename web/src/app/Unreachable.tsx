// The dashboard could not even learn where its deployment is.
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";

export function Unreachable({ reason }: { reason: string }) {
  return (
    <main>
      <Empty title="The dashboard cannot start" action={<Button onClick={() => location.reload()}>Try again</Button>}>
        {reason}
      </Empty>
    </main>
  );
}
