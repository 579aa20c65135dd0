// Open issues to choose from. The chain works on them in the order in which they were chosen.
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useProjectList, useProjectQuery } from "../../live/useProjectQuery";
import { SearchField } from "../../parts/SearchField";
import style from "./IssueChoice.module.css";

interface Props {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  problem: string | undefined;
}

export function IssueChoice({ value, onChange, problem }: Props) {
  const [search, setSearch] = useState("");
  const listed = useProjectList(api.issues.dashboard.list, { status: "open" }, 100);
  const found = useProjectQuery(
    api.issues.dashboard.search,
    search === "" ? "skip" : { search, status: "open", limit: 50 },
  );
  const issues = search === "" ? listed.results : found.kind === "shown" ? found.value : [];
  return (
    <fieldset className={style.choice}>
      <legend>Open issues, in the order in which you choose them</legend>
      <SearchField label="Search the open issues" value={search} onChange={setSearch} />
      <ul className={style.issues}>
        {issues.map(({ id, title, priority }) => {
          const place = value.indexOf(id);
          return (
            <li key={id}>
              <label className={style.issue}>
                <input
                  type="checkbox"
                  checked={place >= 0}
                  onChange={() => onChange(place >= 0 ? value.filter((each) => each !== id) : [...value, id])}
                />
                <span className={style.place}>{place >= 0 ? place + 1 : ""}</span>
                <bdi className={style.title}>{title}</bdi>
                <span className={style.priority}>{priority}</span>
              </label>
            </li>
          );
        })}
        {issues.length === 0 && (
          <li className={style.none}>
            {search === "" ? "No issue is open. Write one under Issues first." : "No open issue has these words."}
          </li>
        )}
      </ul>
      {problem !== undefined && (
        <p className={style.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
