import type { SessionDetail } from "../../domain/sessions/session";
import { EachRow, idOf } from "../../parts/EachRow";
import { Section } from "../../parts/Section";
import { Status } from "../../parts/Status";
import { Duration } from "../../parts/Time";
import style from "./SessionPage.module.css";

export function SessionSteps({ steps }: { steps: SessionDetail["steps"] }) {
  return (
    <Section title="Steps">
      <ol>
        <EachRow items={steps} keyOf={idOf} as="li">
          {({ name, role, status, startedAt, completedAt }) => (
            <li className={style.row}>
              <Status status={status} />
              <bdi className={style.name}>{name}</bdi>
              <span className={style.about}>{role}</span>
              <span className={style.about}>
                {startedAt !== null && <Duration from={startedAt} until={completedAt} />}
              </span>
            </li>
          )}
        </EachRow>
      </ol>
    </Section>
  );
}
