// Open issues to choose from. The chain works on them in the order in which they were chosen.
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useProjectList, useProjectQuery } from "../../live/projectHooks";
import { OrderedPicker } from "../../parts/OrderedPicker";
import { SearchField } from "../../parts/SearchField";

interface Props {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  problem: string | undefined;
}

export function IssuePicker({ value, onChange, problem }: Props) {
  const [search, setSearch] = useState("");
  const listed = useProjectList(api.issues.dashboard.list, { status: "open" }, 100);
  const found = useProjectQuery(
    api.issues.dashboard.search,
    search === "" ? "skip" : { search, status: "open", limit: 50 },
  );
  const issues = search === "" ? listed.results : found.kind === "ready" ? found.value : [];
  return (
    <OrderedPicker
      legend="Open issues, in the order you choose them"
      items={issues.map(({ id, title, priority }) => ({ id, name: title, about: priority }))}
      chosen={value}
      onToggle={(id) => onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id])}
      emptyText={search === "" ? "There are no open issues. Create one under Issues first." : "No open issue matches."}
      problem={problem}
      above={<SearchField label="Search the open issues" value={search} onChange={setSearch} />}
    />
  );
}
