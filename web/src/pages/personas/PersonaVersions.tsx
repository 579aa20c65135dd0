// The versions of a persona. An older one is used again by making its content the newest version.
import { api } from "#convex/_generated/api";
import { NumberedVersionBrowser, versionsPerPage } from "../../domain/versions/NumberedVersionBrowser";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { PersonaDetails } from "./PersonaDetails";
import { personaParts } from "./persona";
import type { Persona, PersonaVersion } from "./persona";

export function PersonaVersions({ persona }: { persona: Persona }) {
  const update = useProjectMutation(api.personas.dashboard.update);
  const list = useProjectList(api.personas.dashboard.versions, { id: persona.id }, versionsPerPage);
  return (
    <NumberedVersionBrowser
      list={list}
      describe={(version) => ({
        isActive: version.version === persona.version,
        createdAt: version.createdAt,
        parts: personaParts(version),
      })}
      renderVersion={({ version }) => <PersonaDetails version={version} />}
      use={(version) => update({ personaId: persona.id, ...contentOf(version) })}
      successText={(label) => `Version ${persona.version + 1} has the content of ${label}.`}
    />
  );
}

function contentOf(version: PersonaVersion) {
  const { name, type, description, cliId, model, thinkingEffort, instructions } = version;
  const { selectedSkills, isEnabled, learningsEnabled } = version;
  const texts = { name, type, description, cliId, model, thinkingEffort, instructions };
  return { ...texts, selectedSkills, isEnabled, learningsEnabled };
}
