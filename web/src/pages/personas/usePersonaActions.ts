// What can be done with a persona, on its page and in the list.
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation } from "../../live/useProjectQuery";
import type { Persona } from "./persona";

export function usePersonaActions() {
  const { attempt, isTrying } = useAttempt();
  const href = useHref();
  const [, navigate] = useLocation();
  const toggle = useProjectMutation(api.personas.dashboard.toggle);
  const duplicate = useProjectMutation(api.personas.dashboard.duplicate);
  return {
    isTrying,
    toggle: ({ id, isEnabled }: Persona) =>
      void attempt(
        () => toggle({ personaId: id }),
        isEnabled ? "The persona is off. Steps run without it." : "The persona is on.",
      ),
    duplicate: ({ id }: Persona) =>
      void attempt(async () => {
        const copy = await duplicate({ personaId: id });
        navigate(href(`personas/${copy.id}`));
      }, "This is the copy."),
  };
}
