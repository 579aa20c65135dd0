// A new budget, and the fields of one that there is.
import { api } from "#convex/_generated/api";
import { budgetActions, budgetPeriods, budgetScopes } from "#convex/budgets/values";
import { oneOf } from "../../urlState/useAddressParameters";
import { useProject } from "../../project/project";
import { useProjectMutation } from "../../live/projectHooks";
import { localTimeZone } from "../../domain/times/localTimeZone";
import { TimeZoneField } from "../../domain/times/TimeZoneField";
import { ChoiceField, FieldRow, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";
import { actionChoices, periodChoices, scopeChoices } from "./budgets";
import type { Budget } from "./budgets";
import { useScopeChoices } from "./useScopeChoices";

interface Draft {
  name: string;
  scopeType: string;
  scopeId: string;
  limitUsd: string;
  period: string;
  timezone: string;
  /** Per cent of the limit, with commas between. */
  warnAt: string;
  action: string;
}

const empty: Draft = {
  name: "",
  scopeType: "project",
  scopeId: "",
  limitUsd: "",
  period: "month",
  timezone: localTimeZone,
  warnAt: "50, 80",
  action: "notify",
};

export function NewBudgetDialog({ onClose }: { onClose: () => void }) {
  const { id } = useProject();
  const create = useProjectMutation(api.budgets.dashboard.create);
  return (
    <BudgetDialog
      title="Create a budget"
      label="Create"
      draftName={`budget.${id}`}
      initial={empty}
      onClose={onClose}
      save={async (draft) => await create({ ...fieldsOf(draft), scope: scopeOf(draft) })}
    />
  );
}

export function EditBudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const { id, scope } = budget;
  const update = useProjectMutation(api.budgets.dashboard.update);
  return (
    <BudgetDialog
      title="Edit the budget"
      label="Save"
      draftName={`budget.${id}`}
      initial={draftOf(budget)}
      present={scope}
      onClose={onClose}
      save={async (draft) => {
        const { type, id: scopeId = null } = scopeOf(draft);
        // What it is for may be deleted by now, and would be refused.
        const isSame = type === scope.type && scopeId === scope.id;
        await update({ id, ...fieldsOf(draft), ...(isSame ? {} : { scope: scopeOf(draft) }) });
      }}
    />
  );
}

interface Props {
  title: string;
  label: string;
  draftName: string;
  initial: Draft;
  /** What the budget is for now. */
  present?: Budget["scope"];
  onClose: () => void;
  save: (draft: Draft) => Promise<unknown>;
}

function BudgetDialog({ title, label, draftName, initial, present, onClose, save }: Props) {
  const form = useForm(draftName, initial);
  const { draft, field, change, problemOf } = form;
  const warnings = field("warnAt");
  const isWrong = !percents(draft.warnAt).every((percent) => Number(percent) > 0 && Number(percent) < 100);
  return (
    <FormDialog
      title={title}
      label={label}
      canSend={draft.name.trim() !== "" && draft.limitUsd !== "" && isScoped(draft) && !isWrong}
      form={form}
      onClose={onClose}
      send={async (sent) => {
        await save(sent);
        onClose();
      }}
    >
      <TextField label="Name" autoFocus {...field("name")} />
      <ChoiceField
        label="What it is for"
        choices={scopeChoices}
        {...field("scopeType", "scope.type")}
        onChange={(scopeType) => change({ scopeType, scopeId: "" })}
      />
      <ScopeField
        key={draft.scopeType}
        draft={draft}
        present={present}
        problem={problemOf("scope.id") ?? problemOf("scope")}
        onChange={(scopeId) => change({ scopeId })}
      />
      <FieldRow>
        <TextField label="Limit in US dollars" type="number" min={0} step="any" {...field("limitUsd")} />
        <ChoiceField label="Period" choices={periodChoices} {...field("period")} />
      </FieldRow>
      {draft.period !== "total" && (
        <TimeZoneField label="Time zone" hint="A day, week or month begins by its clocks." {...field("timezone")} />
      )}
      <TextField
        label="Warn at"
        hint="Per cent of the limit, such as 50, 80. If it is empty, nothing warns."
        {...warnings}
        // The service counts in fractions.
        problem={isWrong ? "Each must be a number above 0 and below 100." : warnings.problem}
      />
      <ChoiceField label="At the limit" choices={actionChoices} {...field("action")} />
    </FormDialog>
  );
}

interface ScopeFieldProps {
  draft: Draft;
  present: Budget["scope"] | undefined;
  problem: string | undefined;
  onChange: (id: string) => void;
}

function ScopeField({ draft: { scopeType, scopeId }, present, problem, onChange }: ScopeFieldProps) {
  const type = scopeTypeOf(scopeType);
  const found = useScopeChoices(type);
  if (type === "project") return null;
  const isListed = found.some(({ value }) => value === scopeId);
  const unlisted = present?.id === scopeId && !isListed ? [{ value: scopeId, label: "As now" }] : [];
  return (
    <ChoiceField
      label="Which one"
      choices={[{ value: "", label: "Choose…" }, ...unlisted, ...found]}
      hint={found.length === 0 ? "There are none yet." : undefined}
      value={scopeId}
      problem={problem}
      onChange={onChange}
    />
  );
}

function draftOf({ name, scope, limitUsd, period, timezone, warnAt, action }: Budget): Draft {
  return {
    name,
    scopeType: scope.type,
    scopeId: scope.id ?? "",
    limitUsd: String(limitUsd),
    period,
    timezone,
    // A fraction such as 0.07 is not exact.
    warnAt: warnAt.map((fraction) => Math.round(fraction * 10_000) / 100).join(", "),
    action,
  };
}

function fieldsOf({ name, limitUsd, period, timezone, warnAt, action }: Draft) {
  return {
    name,
    limitUsd: Number(limitUsd),
    period: oneOf(period, budgetPeriods) ?? "month",
    timezone,
    warnAt: percents(warnAt).map((percent) => Number(percent) / 100),
    action: oneOf(action, budgetActions) ?? "notify",
  };
}

function percents(text: string): string[] {
  return text
    .split(",")
    .map((percent) => percent.replace("%", "").trim())
    .filter((percent) => percent !== "");
}

const scopeTypeOf = (type: string) => oneOf(type, budgetScopes) ?? "project";

const isScoped = ({ scopeType, scopeId }: Draft) => scopeType === "project" || scopeId !== "";

function scopeOf({ scopeType, scopeId }: Draft): { type: Budget["scope"]["type"]; id?: string } {
  const type = scopeTypeOf(scopeType);
  return type === "project" ? { type } : { type, id: scopeId };
}
