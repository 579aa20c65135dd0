// One file: its lines with their numbers, each of which can be linked to.
import { useMemo } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../../convex/_generated/api";
import { languageOf } from "../../../domain/code/languages";
import { piecesOf } from "../../../domain/code/pieces";
import { useProjectQuery } from "../../../live/useProjectQuery";
import { Empty } from "../../../parts/Empty";
import { Shown } from "../../../parts/Shown";
import { Ago } from "../../../parts/Time";
import { FileLines } from "./FileLines";
import { sizeText } from "./sizeText";
import { isBinary, linesOf, missingBytes } from "./text";
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
  return <Shown of={found}>{(file) => <ShownFile file={file} address={address} />}</Shown>;
}

function ShownFile({ file, address }: { file: Reported; address: FileAddress }) {
  const { path, content, size, reportedAt } = file;
  const lines = useMemo(() => linesOf(content ?? ""), [content]);
  const code = useMemo(() => {
    const language = languageOf(path);
    return language === null ? [] : piecesOf(lines, language);
  }, [lines, path]);
  const why = content === null ? "notReported" : isBinary(content) ? "binary" : content === "" ? "empty" : null;
  if (why !== null) return <NotShown why={why} size={size} />;
  const missing = missingBytes(content ?? "", size);
  return (
    <>
      <p className={style.facts}>
        {lines.length} {lines.length === 1 ? "line" : "lines"}
        {size !== null && `, ${sizeText(size)}`}, reported <Ago at={reportedAt} />
        {missing > 0 && `. The runner has cut it: the last ${sizeText(missing)} are not here.`}
      </p>
      <FileLines lines={lines} code={code} chosen={address.lines} onChoose={address.chooseLines} />
    </>
  );
}

const reasons = {
  notReported: {
    title: "The content is not here",
    text: "The runner has reported the name of the file and not what is in it.",
  },
  binary: { title: "The file is binary", text: "It cannot be shown as text." },
  empty: { title: "The file is empty", text: "There is nothing in it." },
} as const;

function NotShown({ why, size }: { why: keyof typeof reasons; size: number | null }) {
  const { title, text } = reasons[why];
  return (
    <Empty title={title}>
      {text} {size !== null && size > 0 && `It has ${sizeText(size)}.`}
    </Empty>
  );
}
