import { Link } from "wouter";
import { useHref, useMay } from "../../project/project";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { Ellipsis } from "lucide-react";
import { SelectBox } from "../../parts/SelectBox";
import { Status, wordsOf } from "../../parts/Status";
import { Ago } from "../../parts/Time";
import type { useRowKeys } from "../../parts/useRowKeys";
import { EditLearning } from "./EditLearning";
import type { Learning } from "./learning";
import { decisions } from "./useReview";
import style from "./LearningList.module.css";

interface Props {
  learning: Learning;
  /** The keys are about this one. */
  isCurrent: boolean;
  isSelected: boolean;
  isEditing: boolean;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
  onToggle: () => void;
  onEdit: () => void;
  onEdited: () => void;
  decide: (decision: (typeof decisions)[number]) => void;
  discard: () => void;
}

export function LearningItem({ learning, isCurrent, isSelected, isEditing, rowProps, onToggle, ...doing }: Props) {
  const mayWrite = useMay("work:write");
  return (
    <li className={style.item} {...rowProps} data-current={isCurrent || undefined}>
      {mayWrite && (
        <SelectBox what={`“${learning.description.slice(0, 60)}”`} isSelected={isSelected} onToggle={onToggle} />
      )}
      {isEditing ? (
        <EditLearning learning={learning} onClose={doing.onEdited} />
      ) : (
        <div className={style.content}>
          <p className={style.description} dir="auto">
            {learning.description}
          </p>
          <Details learning={learning} />
          <About learning={learning} />
        </div>
      )}
      {mayWrite && !isEditing && <Actions learning={learning} isCurrent={isCurrent} {...doing} />}
    </li>
  );
}

function Details({ learning: { trigger, correctBehavior } }: { learning: Learning }) {
  if (trigger === null && correctBehavior === null) return null;
  return (
    <dl className={style.details}>
      {trigger !== null && (
        <>
          <dt>When</dt>
          <dd dir="auto">{trigger}</dd>
        </>
      )}
      {correctBehavior !== null && (
        <>
          <dt>Do</dt>
          <dd dir="auto">{correctBehavior}</dd>
        </>
      )}
    </dl>
  );
}

function About({ learning }: { learning: Learning }) {
  const href = useHref();
  const { status, severity, category, applicableRoles, runId, createdAt } = learning;
  return (
    <p className={style.about}>
      <Status of={status} />
      {severity !== null && <span>{wordsOf(severity)} severity</span>}
      {category !== null && <bdi>{category}</bdi>}
      <span>{applicableRoles.length === 0 ? "For all roles" : `For ${applicableRoles.join(", ")}`}</span>
      {runId !== null && <Link href={href(`runs/${runId}`)}>From a run</Link>}
      <Ago at={createdAt} />
    </p>
  );
}

type ActionsProps = Pick<Props, "learning" | "isCurrent" | "onEdit" | "decide" | "discard">;

function Actions({ learning, isCurrent, onEdit, decide, discard }: ActionsProps) {
  const possible = decisions.filter(({ status }) => status !== learning.status);
  const shown = possible.filter(({ status }) => status === "approved" || status === "rejected");
  const others = possible.filter((decision) => !shown.includes(decision));
  return (
    <div className={style.actions}>
      {shown.map((decision) => (
        <Button key={decision.status} look={isCurrent ? "plain" : "bare"} onClick={() => decide(decision)}>
          {decision.label}
          {isCurrent && <Keys of={decision.keys} />}
        </Button>
      ))}
      <Menu
        label="More"
        isSquare
        look="bare"
        icon={<Ellipsis size={16} aria-hidden />}
        items={[
          { label: "Change the text", run: onEdit },
          ...others.map((decision) => ({ label: decision.label, run: () => decide(decision) })),
          { label: "Move to the trash", isBad: true, run: discard },
        ]}
      />
    </div>
  );
}
