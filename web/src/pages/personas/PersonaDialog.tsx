// What a persona is, when it is made and later. Each change is a new version of it.
import { useId } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { stepRoles } from "#convex/lib/sharedValues";
import { useProjectHref, useProject } from "../../project/project";
import { useProjectMutation } from "../../live/projectHooks";
import { FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";
import { SkillsField } from "./SkillsField";
import type { Persona } from "./persona";

interface Draft {
  name: string;
  type: string;
  description: string;
  cliId: string;
  model: string;
  thinkingEffort: string;
  instructions: string;
  selectedSkills: readonly string[];
  learningsEnabled: boolean;
}

function draftOf(persona: Persona | null): Draft {
  return {
    name: persona?.name ?? "",
    type: persona?.type ?? "",
    description: persona?.description ?? "",
    cliId: persona?.cliId ?? "",
    model: persona?.model ?? "",
    thinkingEffort: persona?.thinkingEffort ?? "",
    instructions: persona?.instructions ?? "",
    selectedSkills: persona?.selectedSkills ?? [],
    learningsEnabled: persona?.learningsEnabled ?? true,
  };
}

/** Empty texts are removed from the persona. */
function requestOf({ name, type, selectedSkills, ...texts }: Draft) {
  const textOrNull = (text: string) => (text.trim() === "" ? null : text);
  return {
    name,
    type,
    selectedSkills: [...selectedSkills],
    description: textOrNull(texts.description),
    cliId: textOrNull(texts.cliId),
    model: textOrNull(texts.model),
    thinkingEffort: textOrNull(texts.thinkingEffort),
    instructions: textOrNull(texts.instructions),
  };
}

/** Null makes a new one. */
export function PersonaDialog({ persona, onClose }: { persona: Persona | null; onClose: () => void }) {
  const { id: projectId } = useProject();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const types = useId();
  const create = useProjectMutation(api.personas.dashboard.create);
  const update = useProjectMutation(api.personas.dashboard.update);
  const draftName = persona === null ? `new.${projectId}` : `${persona.id}.${persona.version}`;
  const form = useForm<Draft>(`persona.${draftName}`, draftOf(persona));
  const { draft, field, change, problemOf } = form;

  async function send(draft: Draft): Promise<void> {
    if (persona === null) {
      const { id } = await create(requestOf(draft));
      navigate(href(`personas/${id}`));
    } else {
      const { learningsEnabled } = draft;
      await update({ personaId: persona.id, ...requestOf(draft), learningsEnabled });
    }
    onClose();
  }

  return (
    <FormDialog
      title={persona === null ? "New persona" : "Edit the persona"}
      label={persona === null ? "Create" : "Save"}
      canSend={draft.name.trim() !== "" && draft.type.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <FieldRow>
        <TextField label="Name" autoFocus {...field("name")} />
        <TextField label="Type" hint="Its role in a workflow." list={types} {...field("type")} />
      </FieldRow>
      <datalist id={types}>
        {stepRoles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <LongTextField label="Description" {...field("description")} />
      <LongTextField
        label="Instructions"
        hint="Every agent with this persona receives these instructions."
        {...field("instructions")}
      />
      <FieldRow>
        <TextField label="Agent" placeholder="claude" {...field("cliId")} />
        <TextField label="Model" {...field("model")} />
        <TextField label="Thinking effort" placeholder="medium" {...field("thinkingEffort")} />
      </FieldRow>
      <SkillsField
        chosen={draft.selectedSkills}
        problem={problemOf("selectedSkills")}
        onChange={(selectedSkills) => change({ selectedSkills })}
      />
      {persona !== null && (
        <label>
          <input
            type="checkbox"
            checked={draft.learningsEnabled}
            onChange={(event) => change({ learningsEnabled: event.target.checked })}
          />{" "}
          Receives learnings
        </label>
      )}
    </FormDialog>
  );
}
