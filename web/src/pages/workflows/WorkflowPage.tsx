// One workflow, or a new one, in its editor.
import { useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";
import { Loaded } from "../../parts/Loaded";
import { emptyWorkflow } from "./workflowDraft";
import { SavedWorkflowEditor, NewWorkflowEditor } from "./WorkflowEditor";

export default function WorkflowPage() {
  const { id = "" } = useParams();
  return id === "new" ? <NewWorkflowEditor empty={emptyWorkflow} /> : <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const found = useProjectQuery(api.workflows.dashboard.get, { id });
  return <Loaded result={found}>{(workflow) => <SavedWorkflowEditor workflow={workflow} />}</Loaded>;
}
