import { Link } from "wouter";
import { useProjectHref, useHasPermission } from "../../project/project";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { Ellipsis } from "lucide-react";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import { Status, toLabel } from "../../parts/Status";
import { TimeAgo } from "../../parts/Time";
import { LearningEditor } from "./LearningEditor";
import type { Learning } from "./learning";
import { reviewDecisions } from "./useLearningReview";
import style from "./LearningList.module.css";

interface Props {
  learning: Learning;
  /** The keys are about this one. */
  isCurrent: boolean;
  isSelected: boolean;
  isEditing: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onEdited: () => void;
  decide: (decision: (typeof reviewDecisions)[number]) => void;
  discard: () => void;
}

export function LearningItem({ learning, isCurrent, isSelected, isEditing, onToggle, ...doing }: Props) {
  const mayWrite = useHasPermission("work:write");
  return (
    <>
      {mayWrite && (
        <SelectCheckbox what={`“${learning.description.slice(0, 60)}”`} isSelected={isSelected} onToggle={onToggle} />
      )}
      {isEditing ? (
        <LearningEditor learning={learning} onClose={doing.onEdited} />
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
    </>
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
  const href = useProjectHref();
  const { status, severity, category, applicableRoles, runId, createdAt } = learning;
  return (
    <p className={style.about}>
      <Status status={status} />
      {severity !== null && <span>{toLabel(severity)} severity</span>}
      {category !== null && <bdi>{category}</bdi>}
      <span>{applicableRoles.length === 0 ? "For all roles" : `For ${applicableRoles.join(", ")}`}</span>
      {runId !== null && <Link href={href(`runs/${runId}`)}>From a run</Link>}
      <TimeAgo at={createdAt} />
    </p>
  );
}

type ActionsProps = Pick<Props, "learning" | "isCurrent" | "onEdit" | "decide" | "discard">;

function Actions({ learning, isCurrent, onEdit, decide, discard }: ActionsProps) {
  const possible = reviewDecisions.filter(({ status }) => status !== learning.status);
  const shown = possible.filter(({ status }) => status === "approved" || status === "rejected");
  const others = possible.filter((decision) => !shown.includes(decision));
  return (
    <div className={style.actions}>
      {shown.map((decision) => (
        <Button key={decision.status} look={isCurrent ? "plain" : "bare"} onClick={() => decide(decision)}>
          {decision.label}
          {isCurrent && <ShortcutKeys keys={decision.keys} />}
        </Button>
      ))}
      <Menu
        label="More"
        isSquare
        look="bare"
        icon={<Ellipsis size={16} aria-hidden />}
        items={[
          { label: "Edit", run: onEdit },
          ...others.map((decision) => ({ label: decision.label, run: () => decide(decision) })),
          { label: "Move to the trash", isBad: true, run: discard },
        ]}
      />
    </div>
  );
}
