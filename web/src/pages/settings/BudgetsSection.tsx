// What runs may cost in a period. Every member sees it, and admins change it.
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { EmptyState } from "../../parts/EmptyState";
import { moneyText } from "../../parts/Money";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { ExactTime } from "../../parts/Time";
import { EditBudgetDialog, NewBudgetDialog } from "./BudgetDialog";
import { BudgetScope } from "./BudgetScope";
import { consequenceText, periodTexts, states } from "./budgets";
import type { Budget } from "./budgets";
import { SettingsList } from "./SettingsList";
import style from "./Budgets.module.css";

export function BudgetsSection() {
  const mayManage = useHasPermission("budgets:manage");
  const list = useProjectList(api.budgets.dashboard.list, {}, 100);
  const making = {
    label: "Create a budget",
    title: "Create a budget",
    keys: "n",
    dialog: (onClose: () => void) => <NewBudgetDialog onClose={onClose} />,
  };
  return (
    <SettingsList
      about="A budget limits what runs may cost in a period. It warns before, and at the limit it can pause or cancel them."
      adding={mayManage ? making : null}
      list={list}
      columns={[
        { name: "Budget" },
        { name: "Spent", className: table.some },
        { name: "State", className: table.state },
        { name: "At the limit", className: table.some },
      ]}
      keyOf={({ id }) => id}
      renderRow={(budget) => <BudgetRow budget={budget} />}
      empty={
        <EmptyState title="No budgets yet">
          Without a budget runs cost what they cost. Usage shows what that was.
        </EmptyState>
      }
    />
  );
}

function BudgetRow({ budget }: { budget: Budget }) {
  const mayManage = useHasPermission("budgets:manage");
  const { name, scope, state } = budget;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        <bdi>{name}</bdi>
        <span className={`${table.below} ${style.scope}`}>
          <BudgetScope scope={scope} />
        </span>
      </td>
      <td className={table.some}>
        <Spent budget={budget} />
      </td>
      <td className={table.state}>
        <Status {...states[state]} />
      </td>
      <td className={`${table.some} ${style.wrapped}`} data-label="At the limit">
        {consequenceText(budget)}
      </td>
      <td className={table.end}>{mayManage && <Actions budget={budget} />}</td>
    </tr>
  );
}

function Spent({ budget: { spentUsd, limitUsd, period, periodEnd, state } }: { budget: Budget }) {
  const percent = Math.min(100, (100 * spentUsd) / limitUsd);
  return (
    <>
      <span className={style.spent}>
        {moneyText(spentUsd)} of {moneyText(limitUsd)}
      </span>
      <span className={style.bar} data-state={state} aria-hidden>
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      <span className={table.below}>
        {periodTexts[period]}
        {periodEnd !== null && (
          <>
            , until <ExactTime at={periodEnd} />
          </>
        )}
      </span>
    </>
  );
}

function Actions({ budget }: { budget: Budget }) {
  const { id, name } = budget;
  const remove = useProjectMutation(api.budgets.dashboard.remove);
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        look="bare"
        isSquare
        aria-label={`Edit ${name}`}
        icon={<Pencil size={16} aria-hidden />}
        onClick={() => setOpen("edit")}
      />
      <Button
        look="bare"
        isSquare
        aria-label={`Delete ${name} for good`}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setOpen("remove")}
      />
      {open === "edit" && <EditBudgetDialog budget={budget} onClose={close} />}
      {open === "remove" && (
        <ConfirmDialog
          title={`Delete ${name} for good?`}
          label="Delete for good"
          change={() => remove({ id })}
          successText={`${name} is deleted.`}
          onClose={close}
        >
          What it has paused continues, and what waits for it may start.
        </ConfirmDialog>
      )}
    </>
  );
}
