// One item of feedback. All its texts come from outside: they are shown as plain text, with signs that cannot be seen
// as what they are, and steer nothing.
import { Link } from "wouter";
import { showInvisible } from "../../../domain/code/showInvisible";
import { useProjectHref } from "../../../project/project";
import { Button } from "../../../parts/Button";
import { ExternalLink } from "../../../parts/ExternalLink";
import { SelectCheckbox } from "../../../parts/SelectCheckbox";
import { Status } from "../../../parts/Status";
import { TimeAgo } from "../../../parts/Time";
import { FoldedText } from "../FoldedText";
import { authorText, kindTexts, stateOf } from "./feedbackText";
import type { Feedback } from "./feedbackText";
import style from "./Feedback.module.css";

interface Props {
  item: Feedback;
  runNumber: number;
  /** Null for people who may only read. */
  change: { isSelected: boolean; onToggle: () => void; onIgnore: () => void; onReopen: () => void } | null;
}

export function FeedbackRow({ item, runNumber, change }: Props) {
  const { title, text, kind, status, isTrusted, url } = item;
  const name = showInvisible(title);
  // What is added here has the beginning of its text as its title.
  const body = kind === "person" && text === title ? "" : showInvisible(text);
  return (
    <li className={style.item}>
      {change !== null && <SelectCheckbox what={name} isSelected={change.isSelected} onToggle={change.onToggle} />}
      <div className={style.content}>
        <h3 dir="auto">{name}</h3>
        <p className={style.facts}>
          <Status {...stateOf(item)} />
          <span>{kindTexts[kind]}</span>
          <Author item={item} />
          <Place item={item} runNumber={runNumber} />
          <TimeAgo at={item.at} />
          {url !== null && <ExternalLink href={url}>Open at the code host</ExternalLink>}
        </p>
        {!isTrusted && (
          <p className={style.untrusted}>Not trusted: agents ignore it until somebody selects it for a round.</p>
        )}
        {body !== "" && <FoldedText text={body} />}
      </div>
      {change !== null && (
        <div className={style.buttons}>
          {status === "open" ? (
            <Button look="bare" aria-label={`Ignore ${name}`} onClick={change.onIgnore}>
              Ignore
            </Button>
          ) : (
            <Button look="bare" aria-label={`Reopen ${name}`} onClick={change.onReopen}>
              Reopen
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function Author({ item }: { item: Feedback }) {
  const note = authorText(item);
  if (item.author === null || note === null) return null;
  return (
    <span>
      by <bdi>{showInvisible(item.author.login)}</bdi>
      {note}
    </span>
  );
}

function Place({ item: { path, line }, runNumber }: { item: Feedback; runNumber: number }) {
  const href = useProjectHref();
  if (path === null) return null;
  const parameters = new URLSearchParams({ file: path, ...(line === null ? {} : { lines: String(line) }) });
  return (
    <Link href={`${href(`runs/${runNumber}/files`)}?${parameters.toString()}`} className={style.place}>
      <bdi>
        {showInvisible(path)}
        {line !== null && `:${line}`}
      </bdi>
    </Link>
  );
}
