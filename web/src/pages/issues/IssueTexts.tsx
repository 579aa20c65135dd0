import { useState } from "react";
import { useHasPermission } from "../../project/project";
import type { Issue } from "../../domain/issues/issue";
import { useIssueMutations } from "../../domain/issues/useIssueMutations";
import { useCommands } from "../../shortcuts/commands";
import { EditableText } from "../../parts/EditableText";
import style from "./IssuePage.module.css";

const texts = [
  { name: "description", label: "Description", keys: "i", placeholder: "Add a description" },
  {
    name: "suggestedPrompt",
    label: "Suggested prompt",
    keys: "m",
    placeholder: "The prompt of runs about this issue. If it is empty, the description is used.",
  },
] as const;

export function IssueTexts({ issue }: { issue: Issue }) {
  const mayWrite = useHasPermission("work:write");
  const { update } = useIssueMutations();
  const [openings, setOpenings] = useState<Record<string, number>>({});
  useCommands(
    mayWrite
      ? texts.map(({ name, label, keys }) => ({
          title: `Edit the ${label.toLowerCase()}`,
          keys,
          group: "Issue",
          run: () => setOpenings({ ...openings, [name]: (openings[name] ?? 0) + 1 }),
        }))
      : [],
  );
  return (
    <div className={style.texts}>
      {texts.map(({ name, label, placeholder }) => (
        <section key={name} className={style.part} aria-label={label}>
          <h2 className={style.name}>{label}</h2>
          <EditableText
            label={label}
            value={issue[name] ?? ""}
            placeholder={placeholder}
            isLong
            mayEdit={mayWrite}
            draftName={`issue.${issue.id}.${name}`}
            opening={openings[name] ?? 0}
            save={(text) => update(issue, { [name]: text === "" ? null : text })}
          />
        </section>
      ))}
    </div>
  );
}
