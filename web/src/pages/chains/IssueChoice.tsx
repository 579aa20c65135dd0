// Open issues to choose from. The chain works on them in the order in which they were chosen.
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useProjectList, useProjectQuery } from "../../live/useProjectQuery";
import { OrderedChoice } from "../../parts/OrderedChoice";
import { SearchField } from "../../parts/SearchField";

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
    <OrderedChoice
      legend="Open issues, in the order in which you choose them"
      items={issues.map(({ id, title, priority }) => ({ id, name: title, about: priority }))}
      chosen={value}
      onToggle={(id) => onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id])}
      none={search === "" ? "No issue is open. Write one under Issues first." : "No open issue has these words."}
      problem={problem}
      above={<SearchField label="Search the open issues" value={search} onChange={setSearch} />}
    />
  );
}
