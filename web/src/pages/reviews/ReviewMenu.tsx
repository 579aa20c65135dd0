import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { useProjectMutation } from "../../live/projectHooks";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Menu } from "../../parts/Menu";
import type { AnsweringSession } from "./ReviewSummary";

export function ReviewMenu({ session: { id } }: { session: AnsweringSession }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const remove = useProjectMutation(api.answeringSessions.dashboard.remove);
  const [isAsking, setAsking] = useState(false);
  const discard = { label: "Move to the trash", run: () => setAsking(true) };
  useCommands(mayWrite ? [{ title: discard.label, keys: "shift+Delete", group: "Review", run: discard.run }] : []);
  if (!mayWrite) return null;
  return (
    <>
      <Menu label="More" items={[{ ...discard, isBad: true }]} />
      {isAsking && (
        <ConfirmDialog
          title="Move this review to the trash?"
          label="Move to the trash"
          successText="The review is in the trash."
          change={() => remove({ id })}
          onClose={() => setAsking(false)}
          onDone={() => navigate(href("reviews"))}
        >
          Its questions and decisions move with it, and an agent that works on the answers is stopped. They can be
          restored from the trash.
        </ConfirmDialog>
      )}
    </>
  );
}
