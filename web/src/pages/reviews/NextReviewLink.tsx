// Leads from one review to the next that waits.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectList } from "../../live/projectHooks";
import { ButtonLink } from "../../parts/Button";

export function NextReviewLink({ after }: { after: string }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { results } = useProjectList(api.answeringSessions.dashboard.list, { status: "active" }, 10);
  const index = results.findIndex(({ id }) => id === after);
  const next = results[index + 1] ?? results[0];
  const address = next === undefined || next.id === after ? null : href(`reviews/${next.id}`);
  useCommands(
    address === null ? [] : [{ title: "Next review", keys: "n", group: "Review", run: () => navigate(address) }],
  );
  if (address === null) return null;
  return (
    <ButtonLink href={address}>
      Next review
      <ShortcutKeys keys="n" />
    </ButtonLink>
  );
}
