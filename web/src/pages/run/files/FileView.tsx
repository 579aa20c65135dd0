// One file: its lines with their numbers, each of which can be linked to.
import { useMemo } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { languageOf } from "../../../domain/code/languages";
import { splitIntoChunks } from "../../../domain/code/codeChunks";
import { useProjectQuery } from "../../../live/projectHooks";
import { EmptyState } from "../../../parts/EmptyState";
import { Loaded } from "../../../parts/Loaded";
import { TimeAgo } from "../../../parts/Time";
import { FileLines } from "./FileLines";
import { sizeText } from "./sizeText";
import { isBinary, splitLines, missingBytes } from "./fileText";
import type { FileAddress } from "./useFileAddress";
import style from "./Files.module.css";

interface Props {
  sandboxId: string;
  path: string;
  address: FileAddress;
}

type Reported = FunctionReturnType<typeof api.sandboxes.dashboard.file>;

export function FileView({ sandboxId, path, address }: Props) {
  const found = useProjectQuery(api.sandboxes.dashboard.file, { id: sandboxId, path });
  return <Loaded result={found}>{(file) => <ShownFile file={file} address={address} />}</Loaded>;
}

function ShownFile({ file, address }: { file: Reported; address: FileAddress }) {
  const { path, content, size, reportedAt } = file;
  const lines = useMemo(() => splitLines(content ?? ""), [content]);
  const code = useMemo(() => {
    const language = languageOf(path);
    return language === null ? [] : splitIntoChunks(lines, language);
  }, [lines, path]);
  const why = content === null ? "notReported" : isBinary(content) ? "binary" : content === "" ? "empty" : null;
  if (why !== null) return <NoContent why={why} size={size} />;
  const missing = missingBytes(content ?? "", size);
  return (
    <>
      <p className={style.facts}>
        {lines.length} {lines.length === 1 ? "line" : "lines"}
        {size !== null && `, ${sizeText(size)}`}, reported <TimeAgo at={reportedAt} />
        {missing > 0 && `. The file was too long: the last ${sizeText(missing)} are missing.`}
      </p>
      <FileLines lines={lines} code={code} chosen={address.lines} onChoose={address.chooseLines} />
    </>
  );
}

const reasons = {
  notReported: {
    title: "No content",
    text: "The runner reported only the name of this file.",
  },
  binary: { title: "The file is binary", text: "It cannot be shown as text." },
  empty: { title: "The file is empty", text: "There is nothing in it." },
} as const;

function NoContent({ why, size }: { why: keyof typeof reasons; size: number | null }) {
  const { title, text } = reasons[why];
  return (
    <EmptyState title={title}>
      {text} {size !== null && size > 0 && `It has ${sizeText(size)}.`}
    </EmptyState>
  );
}
