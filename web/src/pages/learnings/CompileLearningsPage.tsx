// Makes a version of approved learnings for one role. It is a draft until somebody activates it.
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { stepRoles } from "#convex/lib/sharedValues";
import { useAddressParameters } from "../../urlState/useAddressParameters";
import { useProjectHref } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { usePerform } from "../../live/usePerform";
import { useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { Select } from "../../parts/Select";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { LearningPicker } from "./LearningPicker";
import { LearningsPreview } from "./LearningsPreview";
import { learningVersionPage } from "./learning";
import { useApprovedLearnings } from "./useApprovedLearnings";
import style from "./CompileLearningsPage.module.css";

export default function CompileLearningsPage() {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { get, set } = useAddressParameters();
  const role = get("role") ?? stepRoles[0];
  const roles = [...new Set([...stepRoles, role])];
  const approved = useApprovedLearnings(role);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const chosenIds = approved.learnings.flatMap(({ id }) => (excluded.has(id) ? [] : [id]));
  const { perform, isPending } = usePerform();
  const compile = useProjectMutation(api.learningVersions.dashboard.compile);
  const isReady = chosenIds.length > 0 && !approved.isLoading && !isPending;

  const send = () =>
    void perform(async () => {
      const version = await compile({ roleType: role, learningIds: chosenIds });
      navigate(href(learningVersionPage(version)));
    }, "The version is a draft. Check it, then use it.");
  useCommands([{ title: "Compile", keys: "mod+Enter", group: "Versions", run: () => isReady && send() }]);

  function toggle(id: string): void {
    const next = new Set(excluded);
    if (!next.delete(id)) next.add(id);
    setExcluded(next);
  }

  return (
    <>
      <PageHeader
        title="Compile"
        parents={[
          { label: "Learnings", href: href("learnings") },
          { label: "Versions", href: href("learnings/versions") },
        ]}
        actions={
          <Button look="main" disabled={!isReady} onClick={send}>
            Compile {chosenIds.length} {chosenIds.length === 1 ? "learning" : "learnings"}{" "}
            <ShortcutKeys keys="mod+Enter" />
          </Button>
        }
      >
        <div>
          <Select
            label="Role"
            value={role}
            choices={roles.map((value) => ({ value, label: `For ${value}` }))}
            onChange={(value) => set({ role: value })}
          />
        </div>
      </PageHeader>
      {approved.isLoading ? (
        <Loading />
      ) : (
        <div className={style.columns}>
          <LearningPicker learnings={approved.learnings} excluded={excluded} onToggle={toggle} />
          <LearningsPreview roleType={role} learningIds={chosenIds} />
        </div>
      )}
    </>
  );
}
