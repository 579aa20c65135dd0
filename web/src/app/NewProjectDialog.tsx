// A new project, whose owner the person becomes. The inbox then shows its first steps.
import { useMutation } from "convex/react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { hasPermission } from "#convex/callers/roles";
import { TextField } from "../parts/Fields";
import { FormDialog } from "../parts/FormDialog";
import { useForm } from "../parts/useForm";
import { useProjects } from "../project/projects";
import { rememberProject } from "../project/recentProjects";

export default function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const { all } = useProjects();
  const [, navigate] = useLocation();
  const create = useMutation(api.project.dashboard.create);
  const form = useForm("newProject", { name: "", gitRepoUrl: "" });
  const own = all.find(({ role }) => hasPermission(role, "projects:make"));

  async function send({ name, gitRepoUrl }: typeof form.draft): Promise<void> {
    if (own === undefined) return;
    const address = gitRepoUrl.trim();
    const { slug } = await create({ projectId: own.id, name, ...(address === "" ? {} : { gitRepoUrl: address }) });
    onClose();
    rememberProject(slug);
    navigate("/inbox");
  }

  return (
    <FormDialog
      title="New project"
      label="Create"
      canSend={own !== undefined && form.draft.name.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <TextField label="Name" autoFocus {...form.field("name")} />
      <TextField
        label="Repository"
        hint="Runs work in this repository unless they name another. It can be named later."
        placeholder="https://github.com/you/project.git"
        {...form.field("gitRepoUrl")}
      />
    </FormDialog>
  );
}
