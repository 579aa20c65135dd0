// Two versions side by side: each of their parts, such as the files of a skill, with the lines that differ.
import { useMemo } from "react";
import { toLabel } from "../../parts/Status";
import { LineRows } from "./LineRows";
import { foldEqualLines } from "./foldEqualLines";
import { lineDiff } from "./lineDiff";
import style from "./VersionComparison.module.css";

export interface VersionPart {
  /** Empty for the only part. */
  name: string;
  text: string;
}

interface Side {
  label: string;
  parts: readonly VersionPart[];
}

export function VersionComparison({ before, after }: { before: Side; after: Side }) {
  const names = [...new Set([...before.parts, ...after.parts].map(({ name }) => name))];
  const textIn = ({ parts }: Side, name: string) => parts.find((part) => part.name === name)?.text ?? null;
  const compared = names.map((name) => ({ name, left: textIn(before, name), right: textIn(after, name) }));
  const changed = compared.filter(({ left, right }) => left !== right);
  if (changed.length === 0) {
    return (
      <p className={style.same}>
        {before.label} and {after.label} are identical.
      </p>
    );
  }
  return changed.map(({ name, left, right }) => (
    <ComparedPart
      key={name}
      name={name}
      labels={[before.label, after.label]}
      state={changeOf(left, right)}
      left={left ?? ""}
      right={right ?? ""}
    />
  ));
}

function changeOf(left: string | null, right: string | null): string {
  if (left === null) return "added";
  return right === null ? "removed" : "changed";
}

interface PartProps {
  name: string;
  labels: readonly [string, string];
  state: string;
  left: string;
  right: string;
}

function ComparedPart({ name, labels, state, left, right }: PartProps) {
  const stretches = useMemo(() => foldEqualLines(lineDiff(left, right)), [left, right]);
  const title = name === "" ? "Content" : name;
  return (
    <section className={style.part} aria-label={`${title}: ${labels[0]} and ${labels[1]}`}>
      <h3 className={style.title}>
        <bdi>{title}</bdi> <span className={style.state}>{toLabel(state)}</span>
      </h3>
      <table className={style.lines}>
        <colgroup>
          <col className={style.number} />
          <col />
          <col className={style.number} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th colSpan={2} scope="colgroup">
              {labels[0]}
            </th>
            <th colSpan={2} scope="colgroup">
              {labels[1]}
            </th>
          </tr>
        </thead>
        {stretches.map((stretch, index) => (
          <LineRows key={index} group={stretch} />
        ))}
      </table>
    </section>
  );
}
