// Leads from one review to the next that waits.
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useProjectList } from "../../live/useProjectQuery";
import { ButtonLink } from "../../parts/Button";

export function NextReview({ after }: { after: string }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const { results } = useProjectList(api.answeringSessions.dashboard.list, { status: "active" }, 10);
  const place = results.findIndex(({ id }) => id === after);
  const next = results[place + 1] ?? results[0];
  const address = next === undefined || next.id === after ? null : href(`reviews/${next.id}`);
  useCommands(
    address === null ? [] : [{ title: "Next review", keys: "n", group: "Review", run: () => navigate(address) }],
  );
  if (address === null) return null;
  return (
    <ButtonLink href={address}>
      Next review
      <Keys of="n" />
    </ButtonLink>
  );
}
