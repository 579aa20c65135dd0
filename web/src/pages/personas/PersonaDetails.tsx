import { Fact, Facts } from "../../parts/Facts";
import { Section } from "../../parts/Section";
import { agentText } from "./persona";
import type { PersonaVersion } from "./persona";

export function PersonaDetails({ version }: { version: PersonaVersion }) {
  const { name, type, description, instructions, selectedSkills, isEnabled, learningsEnabled } = version;
  const agent = agentText(version);
  return (
    <>
      <Facts>
        <Fact name="Name">
          <bdi>{name}</bdi>
        </Fact>
        <Fact name="Type">{type}</Fact>
        <Fact name="Agent">{agent === "" ? "The runner's default" : agent}</Fact>
        <Fact name="Skills">{selectedSkills.length === 0 ? "None" : selectedSkills.join(", ")}</Fact>
        <Fact name="Learnings">{learningsEnabled ? "Received" : "Not received"}</Fact>
        <Fact name="State">{isEnabled ? "Enabled" : "Disabled"}</Fact>
      </Facts>
      {description !== null && (
        <Section title="Description">
          <p dir="auto">{description}</p>
        </Section>
      )}
      {instructions !== null && (
        <Section title="Instructions">
          <p dir="auto">{instructions}</p>
        </Section>
      )}
    </>
  );
}
