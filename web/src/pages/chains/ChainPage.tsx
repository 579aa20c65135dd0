// One chain of either kind. Its id says which.
import { useParams } from "wouter";
import { SprintChainPage } from "./SprintChainPage";
import { WorkChainPage } from "./WorkChainPage";

export default function ChainPage() {
  const { id = "" } = useParams();
  return id.startsWith("sc_") ? <SprintChainPage key={id} id={id} /> : <WorkChainPage key={id} id={id} />;
}
