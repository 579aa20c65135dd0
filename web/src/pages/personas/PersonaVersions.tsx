// The versions of a persona. An older one is used again by making its content the newest version.
import { api } from "../../../../convex/_generated/api";
import { NumberedVersions, versionsAtOnce } from "../../domain/versions/NumberedVersions";
import { useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { PersonaText } from "./PersonaText";
import { partsOf } from "./persona";
import type { Persona, PersonaVersion } from "./persona";

export function PersonaVersions({ persona }: { persona: Persona }) {
  const update = useProjectMutation(api.personas.dashboard.update);
  const list = useProjectList(api.personas.dashboard.versions, { id: persona.id }, versionsAtOnce);
  return (
    <NumberedVersions
      list={list}
      about={(version) => ({
        isActive: version.version === persona.version,
        at: version.createdAt,
        parts: partsOf(version),
      })}
      shown={({ version }) => <PersonaText version={version} />}
      use={(version) => update({ personaId: persona.id, ...contentOf(version) })}
      used={(label) => `Version ${persona.version + 1} says what ${label} said.`}
    />
  );
}

function contentOf(version: PersonaVersion) {
  const { name, type, description, cliId, model, thinkingEffort, instructions } = version;
  const { selectedSkills, isEnabled, learningsEnabled } = version;
  const texts = { name, type, description, cliId, model, thinkingEffort, instructions };
  return { ...texts, selectedSkills, isEnabled, learningsEnabled };
}
