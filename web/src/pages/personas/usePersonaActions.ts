// What can be done with a persona, on its page and in the list.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { usePerform } from "../../live/usePerform";
import { useProjectMutation } from "../../live/projectHooks";
import type { Persona } from "./persona";

export function usePersonaActions() {
  const { perform, isPending } = usePerform();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const toggle = useProjectMutation(api.personas.dashboard.toggle);
  const duplicate = useProjectMutation(api.personas.dashboard.duplicate);
  return {
    isTrying: isPending,
    toggle: ({ id, isEnabled }: Persona) =>
      void perform(
        () => toggle({ personaId: id }),
        isEnabled ? "The persona is disabled. Steps run without it." : "The persona is enabled.",
      ),
    duplicate: ({ id }: Persona) =>
      void perform(async () => {
        const copy = await duplicate({ personaId: id });
        navigate(href(`personas/${copy.id}`));
      }, "This is the copy."),
  };
}
