import type { SessionDetail } from "../../domain/sessions/session";
import { Section } from "../../parts/Section";
import { Status } from "../../parts/Status";
import { Duration } from "../../parts/Time";
import style from "./SessionPage.module.css";

export function SessionSteps({ steps }: { steps: SessionDetail["steps"] }) {
  return (
    <Section title="Steps">
      <ol>
        {steps.map(({ id, name, role, status, startedAt, completedAt }) => (
          <li key={id} className={style.row}>
            <Status of={status} />
            <bdi className={style.name}>{name}</bdi>
            <span className={style.about}>{role}</span>
            <span className={style.about}>
              {startedAt !== null && <Duration from={startedAt} until={completedAt} />}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
