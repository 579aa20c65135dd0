// One workflow, or a new one, in its editor.
import { useParams } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Shown } from "../../parts/Shown";
import { emptyWorkflow } from "./draft";
import { SavedEditor, NewEditor } from "./Editor";

export default function WorkflowPage() {
  const { id = "" } = useParams();
  return id === "new" ? <NewEditor empty={emptyWorkflow} /> : <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const found = useProjectQuery(api.workflows.dashboard.get, { id });
  return <Shown of={found}>{(workflow) => <SavedEditor workflow={workflow} />}</Shown>;
}
