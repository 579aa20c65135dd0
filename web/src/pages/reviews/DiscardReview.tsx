import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { useProjectMutation } from "../../live/useProjectQuery";
import { Confirm } from "../../parts/Confirm";
import { Menu } from "../../parts/Menu";
import type { AnsweringSession } from "./ReviewState";

export function DiscardReview({ session: { id } }: { session: AnsweringSession }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const remove = useProjectMutation(api.answeringSessions.dashboard.remove);
  const [isAsking, setAsking] = useState(false);
  const discard = { label: "Move to the trash", run: () => setAsking(true) };
  useCommands(mayWrite ? [{ title: discard.label, keys: "shift+Delete", group: "Review", run: discard.run }] : []);
  if (!mayWrite) return null;
  return (
    <>
      <Menu label="More" items={[{ ...discard, isBad: true }]} />
      {isAsking && (
        <Confirm
          title="Move this review to the trash?"
          label="Move to the trash"
          done="The review is in the trash."
          change={() => remove({ id })}
          onClose={() => setAsking(false)}
          onDone={() => navigate(href("reviews"))}
        >
          Its questions and decisions leave with it, and an agent that works on the answers is stopped. They can be
          restored from the trash.
        </Confirm>
      )}
    </>
  );
}
