// Which commands of the project a step gets.
import { api } from "../../../../convex/_generated/api";
import { useProjectList } from "../../live/useProjectQuery";
import style from "./Editor.module.css";

interface Props {
  chosen: readonly string[];
  isDisabled: boolean;
  problem: string | undefined;
  onChange: (names: string[]) => void;
}

export function StepCommands({ chosen, isDisabled, problem, onChange }: Props) {
  const { results, status } = useProjectList(api.commands.dashboard.list, {}, 100);
  const names = results.map(({ name }) => name);
  const missing = status === "LoadingFirstPage" ? [] : chosen.filter((name) => !names.includes(name));
  return (
    <fieldset className={style.commands} disabled={isDisabled}>
      <legend>Commands</legend>
      {status !== "LoadingFirstPage" && names.length + missing.length === 0 && (
        <p className={style.hint}>The project has no commands yet.</p>
      )}
      {[...names, ...missing].map((name) => (
        <label key={name} className={style.check}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
            }
          />
          <code>{name}</code>
          {missing.includes(name) && <span className={style.hint}>is not in this project</span>}
        </label>
      ))}
      {problem !== undefined && (
        <p className={style.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
