import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useHasPermission, useProject } from "../../project/project";
import { useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Fact, Facts } from "../../parts/Facts";
import { TextField } from "../../parts/Fields";
import { showNotice } from "../../feedback/notices";
import { Section } from "../../parts/Section";
import { ExactTime } from "../../parts/Time";
import { useForm } from "../../parts/useForm";
import { FollowUpRule } from "./FollowUpRule";
import { RunSettings } from "./RunSettings";
import { SaveBar } from "./SaveBar";
import style from "./SettingsPage.module.css";

export function ProjectSection() {
  const { name, slug, id, gitRepoUrl, role, _creationTime } = useProject();
  const mayChange = useHasPermission("settings:manage");
  const mayDelete = useHasPermission("project:delete");
  return (
    <>
      <Section title="Project">
        {mayChange ? (
          <ProjectForm />
        ) : (
          <Facts>
            <Fact name="Name">{name}</Fact>
            <Fact name="Repository">{gitRepoUrl ?? "none"}</Fact>
          </Facts>
        )}
      </Section>
      {mayChange && <RunSettings />}
      {mayChange && <FollowUpRule />}
      <Section title="About">
        <Facts>
          <Fact name="Id">{id}</Fact>
          <Fact name="Short name">{slug}</Fact>
          <Fact name="Created">
            <ExactTime at={_creationTime} />
          </Fact>
          <Fact name="Your role">{role}</Fact>
        </Facts>
      </Section>
      {mayDelete && <Deletion name={name} />}
    </>
  );
}

function ProjectForm() {
  const { id, name, gitRepoUrl } = useProject();
  const update = useProjectMutation(api.project.dashboard.update);
  const { field, draft, submit, isSending, problemOf } = useForm(`project.${id}`, {
    name,
    gitRepoUrl: gitRepoUrl ?? "",
  });

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(async () => {
          await update({ name: draft.name, gitRepoUrl: draft.gitRepoUrl === "" ? null : draft.gitRepoUrl });
          showNotice({ tone: "good", text: "The project is saved." });
        });
      }}
    >
      <TextField label="Name" {...field("name")} />
      <TextField
        label="Repository"
        hint="Runs work in this repository unless they name another."
        placeholder="https://github.com/you/project.git"
        {...field("gitRepoUrl")}
      />
      <SaveBar isSending={isSending} problem={problemOf(null)} />
    </form>
  );
}

function Deletion({ name }: { name: string }) {
  const [isAsking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const remove = useProjectMutation(api.project.dashboard.remove);
  return (
    <Section title="Delete the project">
      <div className={style.form}>
        <p>
          All keys end at once. For a time (a week, unless the deployment says otherwise) an administrator can restore
          the project; after that, everything in it is deleted.
        </p>
        <div className={style.buttons}>
          <Button look="bad" onClick={() => setAsking(true)}>
            Delete {name}
          </Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          label={`Delete ${name}`}
          change={() => remove({})}
          successText={`${name} is deleted.`}
          onClose={() => setAsking(false)}
          onDone={() => navigate("/inbox")}
        >
          All its runs, issues, learnings and keys go with it. Active runs are cancelled.
        </ConfirmDialog>
      )}
    </Section>
  );
}
