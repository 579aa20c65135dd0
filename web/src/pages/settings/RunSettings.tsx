// How many runs of the project may run at once, and how long they are kept.
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

export function RunSettings() {
  const settings = useProjectQuery(api.settings.dashboard.get, {});
  return (
    <Section title="Runs">
      <Loaded result={settings}>
        {({ maxConcurrentRuns, retainRunsDays }) => <RunSettingsForm limit={maxConcurrentRuns} days={retainRunsDays} />}
      </Loaded>
    </Section>
  );
}

function RunSettingsForm({ limit, days }: { limit: number | null; days: number | null }) {
  const { id } = useProject();
  const update = useProjectAction(api.settings.dashboard.update);
  const { field, submit, isSending, problemOf } = useForm(`limit.${id}`, {
    maxConcurrentRuns: limit?.toString() ?? "",
    retainRunsDays: days?.toString() ?? "",
  });
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(async ({ maxConcurrentRuns, retainRunsDays }) => {
          await update({
            maxConcurrentRuns: numberOrNull(maxConcurrentRuns),
            retainRunsDays: numberOrNull(retainRunsDays),
          });
          showNotice({ tone: "good", text: "The settings of runs are saved." });
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
      <TextField
        label="For how many days ended runs are kept"
        type="number"
        min={1}
        max={3650}
        hint="After that they are deleted for good, with their messages and files. Costs and statistics stay. If it is empty, runs are kept for ever."
        {...field("retainRunsDays")}
      />
      <SaveBar isSending={isSending} problem={problemOf(null)} />
    </form>
  );
}

function numberOrNull(text: string): number | null {
  return text === "" ? null : Number(text);
}
