// The files of a skill: one is edited at a time. The focus is where somebody continues: in the text at first and when a
// file was removed, in the path of a new file.
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Part } from "../../domain/versions/Comparison";
import { Button } from "../../parts/Button";
import { LongTextField, TextField } from "../../parts/Fields";
import style from "./ContentEditor.module.css";

interface Props {
  parts: readonly Part[];
  onChange: (parts: readonly Part[]) => void;
}

export function FilesEditor({ parts, onChange }: Props) {
  const [wished, setPlace] = useState(0);
  const [focus, setFocus] = useState<{ in: "path" | "content" | null; turn: number }>({ in: "content", turn: 0 });
  const place = Math.min(wished, parts.length - 1);
  const file = parts[place];
  const change = (changes: Partial<Part>) =>
    onChange(parts.map((part, at) => (at === place ? { ...part, ...changes } : part)));

  const moveFocus = (to: "path" | "content" | null) => setFocus(({ turn }) => ({ in: to, turn: turn + 1 }));

  function add(): void {
    onChange([...parts, { name: freeName(parts), text: "" }]);
    setPlace(parts.length);
    moveFocus("path");
  }

  function choose(at: number): void {
    setPlace(at);
    moveFocus(null);
  }

  function remove(): void {
    onChange(parts.filter((_, at) => at !== place));
    moveFocus("content");
  }

  return (
    <>
      <div className={style.files} role="group" aria-label="Files">
        {parts.map(({ name }, at) => (
          <Button key={at} look="bare" aria-pressed={at === place} onClick={() => choose(at)}>
            <bdi>{name === "" ? "Without a name" : name}</bdi>
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
              problem={problemOf(parts, place)}
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

function problemOf(parts: readonly Part[], place: number): string | undefined {
  const name = parts[place]?.name;
  if (name === "") return "A file needs a path, such as SKILL.md or scripts/check.sh.";
  return parts.some((part, at) => at !== place && part.name === name) ? "Another file has this path." : undefined;
}

function freeName(parts: readonly Part[]): string {
  for (let number = 1; ; number++) {
    const name = `file-${number}.md`;
    if (parts.every((part) => part.name !== name)) return name;
  }
}
