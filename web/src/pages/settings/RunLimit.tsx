// How many runs of the project may run at once.
import { api } from "#convex/_generated/api";
import { useProject } from "../../project/project";
import { useProjectAction, useProjectQuery } from "../../live/projectHooks";
import { TextField } from "../../parts/Fields";
import { showNotice } from "../../feedback/notices";
import { Loaded } from "../../parts/Loaded";
import { Section } from "../../parts/Section";
import { useForm } from "../../parts/useForm";
import { SaveBar } from "./SaveBar";
import style from "./SettingsPage.module.css";

export function RunLimit() {
  const settings = useProjectQuery(api.settings.dashboard.get, {});
  return (
    <Section title="Limit">
      <Loaded result={settings}>{({ maxConcurrentRuns }) => <RunLimitForm limit={maxConcurrentRuns} />}</Loaded>
    </Section>
  );
}

function RunLimitForm({ limit }: { limit: number | null }) {
  const { id } = useProject();
  const update = useProjectAction(api.settings.dashboard.update);
  const { field, submit, isSending, problemOf } = useForm(`limit.${id}`, {
    maxConcurrentRuns: limit?.toString() ?? "",
  });
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(async ({ maxConcurrentRuns }) => {
          await update({ maxConcurrentRuns: maxConcurrentRuns === "" ? null : Number(maxConcurrentRuns) });
          showNotice({ tone: "good", text: "The limit is saved." });
        });
      }}
    >
      <TextField
        label="How many runs may run at once"
        type="number"
        min={1}
        max={1000}
        hint="Others wait in the queue. If it is empty, there is no limit."
        {...field("maxConcurrentRuns")}
      />
      <SaveBar isSending={isSending} problem={problemOf(null)} />
    </form>
  );
}
