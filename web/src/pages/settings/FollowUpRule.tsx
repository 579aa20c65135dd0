// The rule by which finished runs continue, of workflows that have none of their own.
import { api } from "#convex/_generated/api";
import type { FollowUp } from "#convex/lib/followUp";
import { FollowUpFields } from "../../domain/followUp/FollowUpFields";
import { toFollowUpDraft, toFollowUpRequest } from "../../domain/followUp/followUpDraft";
import { useProject } from "../../project/project";
import { useProjectAction, useProjectQuery } from "../../live/projectHooks";
import { showNotice } from "../../feedback/notices";
import { Loaded } from "../../parts/Loaded";
import { Section } from "../../parts/Section";
import { useForm } from "../../parts/useForm";
import { SaveBar } from "./SaveBar";
import style from "./SettingsPage.module.css";

export function FollowUpRule() {
  const settings = useProjectQuery(api.settings.dashboard.get, {});
  return (
    <Section title="After a run">
      <Loaded result={settings}>{({ followUp }) => <FollowUpForm rule={followUp} />}</Loaded>
    </Section>
  );
}

function FollowUpForm({ rule }: { rule: FollowUp | null }) {
  const { id } = useProject();
  const update = useProjectAction(api.settings.dashboard.update);
  const { draft, change, submit, isSending, problemOf } = useForm(`followUp.${id}`, {
    followUp: toFollowUpDraft(rule),
  });
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(async ({ followUp }) => {
          await update({ followUp: toFollowUpRequest(followUp) });
          showNotice({ tone: "good", text: "Saved. New runs follow it." });
        });
      }}
    >
      <FollowUpFields
        draft={draft.followUp}
        change={(followUp) => change({ followUp })}
        problemOf={problemOf}
        otherwise="It does not continue by itself"
      />
      <SaveBar isSending={isSending} problem={problemOf(null)} />
    </form>
  );
}
