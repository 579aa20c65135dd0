// What agents would read.
import { api } from "#convex/_generated/api";
import { VersionTexts } from "../../domain/versions/VersionTexts";
import { useProjectQuery } from "../../live/projectHooks";
import { Loaded } from "../../parts/Loaded";
import style from "./CompileLearningsPage.module.css";

export function LearningsPreview({ roleType, learningIds }: { roleType: string; learningIds: readonly string[] }) {
  const found = useProjectQuery(
    api.learningVersions.dashboard.preview,
    learningIds.length === 0 ? "skip" : { roleType, learningIds: [...learningIds] },
  );
  if (learningIds.length === 0) return null;
  return (
    <section className={style.preview} aria-label="Preview">
      <h2>What agents will read</h2>
      <Loaded result={found}>
        {({ content, learningCount }) => (
          <>
            {learningCount < learningIds.length && (
              <p className={style.note}>{learningIds.length - learningCount} repeat others and are left out.</p>
            )}
            <VersionTexts parts={[{ name: "", text: content }]} />
          </>
        )}
      </Loaded>
    </section>
  );
}
