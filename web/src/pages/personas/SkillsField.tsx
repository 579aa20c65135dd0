// Which skills of the project a persona uses. Names that no skill has any more can be removed.
import { api } from "../../../../convex/_generated/api";
import { useProjectList } from "../../live/useProjectQuery";
import style from "./SkillsField.module.css";

interface Props {
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

export function SkillsField({ chosen, problem, onChange }: Props) {
  const { results } = useProjectList(api.skills.dashboard.list, {}, 100);
  const names = [...new Set([...chosen, ...results.map(({ name }) => name)])].toSorted();
  if (names.length === 0) return null;
  return (
    <fieldset className={style.skills}>
      <legend>Skills</legend>
      <div className={style.names}>
        {names.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
              }
            />
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </fieldset>
  );
}
