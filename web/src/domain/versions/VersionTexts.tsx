// The texts of one version, such as the files of a skill. They are shown as they are, and not as Markdown: what stands
// here is what agents receive.
import { EmptyState } from "../../parts/EmptyState";
import type { VersionPart } from "./VersionComparison";
import style from "./VersionTexts.module.css";

export function VersionTexts({ parts }: { parts: readonly VersionPart[] }) {
  if (parts.every(({ text }) => text === "")) return <EmptyState title="This version is empty" />;
  return parts.map(({ name, text }) => (
    <section key={name} className={style.part} aria-label={name === "" ? "Content" : name}>
      {name !== "" && (
        <h3 className={style.name}>
          <bdi>{name}</bdi>
        </h3>
      )}
      <pre className={style.text} dir="auto">
        {text}
      </pre>
    </section>
  ));
}
