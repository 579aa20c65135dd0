// The versions of a persona. An older one is used again by making its content the newest version.
import { api } from "../../../../convex/_generated/api";
import { useMay } from "../../app/project";
import { Comparison } from "../../domain/versions/Comparison";
import { UseVersion } from "../../domain/versions/UseVersion";
import { Versions } from "../../domain/versions/Versions";
import { useAttempt } from "../../live/useAttempt";
import { useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { Loading } from "../../parts/Loading";
import { PersonaText } from "./PersonaText";
import { partsOf } from "./persona";
import type { Persona, PersonaVersion } from "./persona";

const pageLength = 20;

export function PersonaVersions({ persona }: { persona: Persona }) {
  const mayWrite = useMay("work:write");
  const { attempt, isTrying } = useAttempt();
  const update = useProjectMutation(api.personas.dashboard.update);
  const { results, status, loadMore } = useProjectList(api.personas.dashboard.versions, { id: persona.id }, pageLength);
  if (status === "LoadingFirstPage") return <Loading />;
  const entries = results.map((version) => ({
    id: String(version.version),
    label: `Version ${version.version}`,
    isActive: version.version === persona.version,
    at: version.createdAt,
    version,
    parts: partsOf(version),
  }));
  return (
    <Versions
      entries={entries}
      hasMore={status === "CanLoadMore"}
      loadMore={() => loadMore(pageLength)}
      shown={({ version }) => <PersonaText version={version} />}
      compared={(before, after) => <Comparison before={before} after={after} />}
      actions={({ isActive, version, label }) =>
        mayWrite &&
        !isActive && (
          <UseVersion
            isTrying={isTrying}
            onUse={() =>
              void attempt(
                () => update({ personaId: persona.id, ...contentOf(version) }),
                `Version ${persona.version + 1} says what ${label.toLowerCase()} said.`,
              )
            }
          />
        )
      }
    />
  );
}

function contentOf(version: PersonaVersion) {
  const { name, type, description, cliId, model, thinkingEffort, instructions } = version;
  const { selectedSkills, isEnabled, learningsEnabled } = version;
  const texts = { name, type, description, cliId, model, thinkingEffort, instructions };
  return { ...texts, selectedSkills, isEnabled, learningsEnabled };
}
