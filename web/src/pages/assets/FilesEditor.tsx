// The files of a skill: one is edited at a time. The focus is where somebody continues: in the text at first and when a
// file was removed, in the path of a new file.
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { VersionPart } from "../../domain/versions/VersionComparison";
import { Button } from "../../parts/Button";
import { LongTextField, TextField } from "../../parts/Fields";
import style from "./ContentEditor.module.css";

interface Props {
  parts: readonly VersionPart[];
  onChange: (parts: readonly VersionPart[]) => void;
}

export function FilesEditor({ parts, onChange }: Props) {
  const [wantedIndex, setWantedIndex] = useState(0);
  const [focus, setFocus] = useState<{ in: "path" | "content" | null; turn: number }>({ in: "content", turn: 0 });
  const index = Math.min(wantedIndex, parts.length - 1);
  const file = parts[index];
  const change = (changes: Partial<VersionPart>) =>
    onChange(parts.map((part, at) => (at === index ? { ...part, ...changes } : part)));

  const moveFocus = (to: "path" | "content" | null) => setFocus(({ turn }) => ({ in: to, turn: turn + 1 }));

  function add(): void {
    onChange([...parts, { name: unusedName(parts), text: "" }]);
    setWantedIndex(parts.length);
    moveFocus("path");
  }

  function choose(at: number): void {
    setWantedIndex(at);
    moveFocus(null);
  }

  function remove(): void {
    onChange(parts.filter((_, at) => at !== index));
    moveFocus("content");
  }

  return (
    <>
      <div className={style.files} role="group" aria-label="Files">
        {parts.map(({ name }, at) => (
          <Button key={at} look="bare" aria-pressed={at === index} onClick={() => choose(at)}>
            <bdi>{name === "" ? "Unnamed" : name}</bdi>
          </Button>
        ))}
        <Button look="bare" icon={<Plus size={15} aria-hidden />} onClick={add}>
          Add a file
        </Button>
      </div>
      {file !== undefined && (
        <>
          <div className={style.named}>
            <TextField
              key={focus.turn}
              autoFocus={focus.in === "path"}
              label="Path"
              value={file.name}
              problem={problemOf(parts, index)}
              onChange={(name) => change({ name })}
            />
            {parts.length > 1 && (
              <Button look="bad" icon={<Trash2 size={15} aria-hidden />} onClick={remove}>
                Remove this file
              </Button>
            )}
          </div>
          <LongTextField
            key={`content.${focus.turn}`}
            autoFocus={focus.in === "content"}
            label="Content"
            isCode
            value={file.text}
            onChange={(text) => change({ text })}
          />
        </>
      )}
    </>
  );
}

function problemOf(parts: readonly VersionPart[], index: number): string | undefined {
  const name = parts[index]?.name;
  if (name === "") return "A file needs a path, such as SKILL.md or scripts/check.sh.";
  return parts.some((part, at) => at !== index && part.name === name) ? "Another file has this path." : undefined;
}

function unusedName(parts: readonly VersionPart[]): string {
  for (let number = 1; ; number++) {
    const name = `file-${number}.md`;
    if (parts.every((part) => part.name !== name)) return name;
  }
}
