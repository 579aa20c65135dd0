// The texts of one version, such as the files of a skill. They are shown as they are, and not as Markdown: what stands
// here is what agents receive.
import { Empty } from "../../parts/Empty";
import type { Part } from "./Comparison";
import style from "./Texts.module.css";

export function Texts({ parts }: { parts: readonly Part[] }) {
  if (parts.every(({ text }) => text === "")) return <Empty title="This version is empty" />;
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
