// Makes a version of approved learnings for one role. It is a draft until somebody activates it.
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { stepRoles } from "../../../../convex/lib/sharedValues";
import { useParameters } from "../../address/useParameters";
import { useHref } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Select } from "../../parts/Select";
import { Loading } from "../../parts/Loading";
import { PageHead } from "../../parts/PageHead";
import { ChosenLearnings } from "./ChosenLearnings";
import { Preview } from "./Preview";
import { pageOfVersion } from "./learning";
import { useApproved } from "./useApproved";
import style from "./CompilePage.module.css";

export default function CompilePage() {
  const href = useHref();
  const [, navigate] = useLocation();
  const { get, set } = useParameters();
  const role = get("role") ?? stepRoles[0];
  const roles = [...new Set([...stepRoles, role])];
  const approved = useApproved(role);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const chosenIds = approved.learnings.flatMap(({ id }) => (excluded.has(id) ? [] : [id]));
  const { attempt, isTrying } = useAttempt();
  const compile = useProjectMutation(api.learningVersions.dashboard.compile);
  const isReady = chosenIds.length > 0 && !approved.isLoading && !isTrying;

  const send = () =>
    void attempt(async () => {
      const version = await compile({ roleType: role, learningIds: chosenIds });
      navigate(href(pageOfVersion(version)));
    }, "The version is a draft. Look at it, then use it.");
  useCommands([{ title: "Compile", keys: "mod+Enter", group: "Versions", run: () => isReady && send() }]);

  function toggle(id: string): void {
    const next = new Set(excluded);
    if (!next.delete(id)) next.add(id);
    setExcluded(next);
  }

  return (
    <>
      <PageHead
        title="Compile"
        above={[
          { label: "Learnings", href: href("learnings") },
          { label: "Versions", href: href("learnings/versions") },
        ]}
        actions={
          <Button look="main" disabled={!isReady} onClick={send}>
            Compile {chosenIds.length} {chosenIds.length === 1 ? "learning" : "learnings"} <Keys of="mod+Enter" />
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
      </PageHead>
      {approved.isLoading ? (
        <Loading />
      ) : (
        <div className={style.columns}>
          <ChosenLearnings learnings={approved.learnings} excluded={excluded} onToggle={toggle} />
          <Preview roleType={role} learningIds={chosenIds} />
        </div>
      )}
    </>
  );
}
