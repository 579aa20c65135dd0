// The steps of a workflow in their order, and the chosen one with all its fields.
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAddressParameters } from "../../urlState/useAddressParameters";
import { useCommands } from "../../shortcuts/commands";
import { Button } from "../../parts/Button";
import { toLabel } from "../../parts/Status";
import { emptyStep } from "./workflowDraft";
import type { StepDraft } from "./workflowDraft";
import { StepFields } from "./StepFields";
import { insertStep, moveStep, removeStep } from "./stepOrder";
import style from "./StepsEditor.module.css";

interface Props {
  steps: StepDraft[];
  onChange: (steps: StepDraft[]) => void;
  problemOf: (field: string | null) => string | undefined;
  isDisabled: boolean;
}

export function StepsEditor({ steps, onChange, problemOf, isDisabled }: Props) {
  const { get, set } = useAddressParameters();
  const list = useRef<HTMLOListElement>(null);
  const asked = Number(get("step") ?? "1") - 1;
  const current = Math.max(0, Math.min(steps.length - 1, Number.isInteger(asked) ? asked : 0));
  const step = steps[current];
  // The name of a new step is what somebody types next.
  const isAdded = useRef(false);
  const go = (to: number) => set({ step: String(Math.max(0, Math.min(steps.length - 1, to)) + 1) });

  function move(by: -1 | 1): void {
    const to = current + by;
    if (to < 0 || to >= steps.length) return;
    onChange(moveStep(steps, current, to));
    set({ step: String(to + 1) });
  }

  function add(): void {
    onChange(insertStep(steps, current + 1, emptyStep));
    set({ step: String(current + 2) });
    isAdded.current = true;
  }

  function remove(): void {
    if (steps.length === 1) return;
    onChange(removeStep(steps, current));
    set({ step: String(Math.max(1, Math.min(current + 1, steps.length - 1))) });
  }

  const edit = () => document.querySelector<HTMLElement>("[data-step-fields] input")?.focus();

  useCommands([
    { title: "Next step", keys: "j", group: "Steps", repeats: true, run: () => go(current + 1) },
    { title: "Previous step", keys: "k", group: "Steps", repeats: true, run: () => go(current - 1) },
    { title: "Edit the step", keys: "Enter", group: "Steps", run: edit },
    ...(isDisabled
      ? []
      : [
          { title: "Move the step up", keys: "alt+ArrowUp", group: "Steps", run: () => move(-1) },
          { title: "Move the step down", keys: "alt+ArrowDown", group: "Steps", run: () => move(1) },
          { title: "Add a step", keys: "a", group: "Steps", run: add },
          { title: "Remove the step", keys: "Delete", group: "Steps", run: remove },
        ]),
  ]);

  const key = step?.key;
  useEffect(() => {
    if (isAdded.current) document.querySelector<HTMLElement>("[data-step-fields] input")?.focus();
    isAdded.current = false;
  }, [key]);

  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current]);

  return (
    <section className={style.steps} aria-label="Steps">
      <div className={style.side}>
        <h2 className={style.title}>Steps</h2>
        <ol ref={list} className={style.list}>
          {steps.map(({ key, name, role }, index) => (
            <li key={key}>
              <button
                type="button"
                className={style.step}
                aria-current={index === current ? "step" : undefined}
                onClick={() => go(index)}
              >
                <span className={style.number}>{index + 1}</span>
                <bdi className={style.name}>{name === "" ? "Unnamed" : name}</bdi>
                <span className={style.role}>{hasProblem(problemOf, index) ? "has errors" : toLabel(role)}</span>
              </button>
            </li>
          ))}
        </ol>
        {!isDisabled && (
          <Button look="bare" icon={<Plus size={15} aria-hidden />} onClick={add}>
            Add a step
          </Button>
        )}
      </div>
      {step !== undefined && (
        <div className={style.fields} data-step-fields>
          <div className={style.head}>
            <h3>
              Step {current + 1} of {steps.length}
            </h3>
            {!isDisabled && (
              <div className={style.buttons} role="toolbar" aria-label="Change the order">
                <Button
                  look="bare"
                  isSquare
                  aria-label="Move up"
                  disabled={current === 0}
                  icon={<ArrowUp size={16} aria-hidden />}
                  onClick={() => move(-1)}
                />
                <Button
                  look="bare"
                  isSquare
                  aria-label="Move down"
                  disabled={current === steps.length - 1}
                  icon={<ArrowDown size={16} aria-hidden />}
                  onClick={() => move(1)}
                />
                <Button
                  look="bare"
                  isSquare
                  aria-label="Remove the step"
                  disabled={steps.length === 1}
                  icon={<Trash2 size={16} aria-hidden />}
                  onClick={remove}
                />
              </div>
            )}
          </div>
          <StepFields
            key={step.key}
            step={step}
            isDisabled={isDisabled}
            problemOf={(field) => problemOf(`steps.${current}.${field}`)}
            onChange={(changes) =>
              onChange(steps.map((each) => (each.key === step.key ? { ...each, ...changes } : each)))
            }
          />
        </div>
      )}
    </section>
  );
}

const fieldNames = [
  "role",
  "name",
  "personaId",
  "instructions",
  "commandNames",
  "timeoutMs",
  "maxRetries",
  "outputSchema",
  "gate",
  "artifacts",
];

function hasProblem(problemOf: Props["problemOf"], current: number): boolean {
  return fieldNames.some((name) => problemOf(`steps.${current}.${name}`) !== undefined);
}
