// The steps of a workflow in their order, and the chosen one with all its fields.
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useParameters } from "../../address/useParameters";
import { useCommands } from "../../keys/commands";
import { Button } from "../../parts/Button";
import { wordsOf } from "../../parts/Status";
import { emptyStep } from "./draft";
import type { StepDraft } from "./draft";
import { StepFields } from "./StepFields";
import { added, moved, removed } from "./stepOrder";
import style from "./Steps.module.css";

interface Props {
  steps: StepDraft[];
  onChange: (steps: StepDraft[]) => void;
  problemOf: (field: string | null) => string | undefined;
  isDisabled: boolean;
}

export function Steps({ steps, onChange, problemOf, isDisabled }: Props) {
  const { get, set } = useParameters();
  const list = useRef<HTMLOListElement>(null);
  const asked = Number(get("step") ?? "1") - 1;
  const place = Math.max(0, Math.min(steps.length - 1, Number.isInteger(asked) ? asked : 0));
  const step = steps[place];
  const go = (to: number) => set({ step: String(Math.max(0, Math.min(steps.length - 1, to)) + 1) });

  function move(by: -1 | 1): void {
    const to = place + by;
    if (to < 0 || to >= steps.length) return;
    onChange(moved(steps, place, to));
    set({ step: String(to + 1) });
  }

  function add(): void {
    onChange(added(steps, place + 1, emptyStep));
    set({ step: String(place + 2) });
  }

  function remove(): void {
    if (steps.length === 1) return;
    onChange(removed(steps, place));
    set({ step: String(Math.max(1, Math.min(place + 1, steps.length - 1))) });
  }

  const edit = () => document.querySelector<HTMLElement>("[data-step-fields] input")?.focus();

  useCommands([
    { title: "Next step", keys: "j", group: "Steps", repeats: true, run: () => go(place + 1) },
    { title: "Previous step", keys: "k", group: "Steps", repeats: true, run: () => go(place - 1) },
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

  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [place]);

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
                aria-current={index === place ? "step" : undefined}
                onClick={() => go(index)}
              >
                <span className={style.number}>{index + 1}</span>
                <bdi className={style.name}>{name === "" ? "Without a name" : name}</bdi>
                <span className={style.role}>{hasProblem(problemOf, index) ? "to correct" : wordsOf(role)}</span>
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
              Step {place + 1} of {steps.length}
            </h3>
            {!isDisabled && (
              <div className={style.buttons} role="toolbar" aria-label="Change the order">
                <Button
                  look="bare"
                  isSquare
                  aria-label="Move up"
                  disabled={place === 0}
                  icon={<ArrowUp size={16} aria-hidden />}
                  onClick={() => move(-1)}
                />
                <Button
                  look="bare"
                  isSquare
                  aria-label="Move down"
                  disabled={place === steps.length - 1}
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
            problemOf={(field) => problemOf(`steps.${place}.${field}`)}
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
];

function hasProblem(problemOf: Props["problemOf"], place: number): boolean {
  return fieldNames.some((name) => problemOf(`steps.${place}.${name}`) !== undefined);
}
