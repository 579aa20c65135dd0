// What agents would read.
import { api } from "../../../../convex/_generated/api";
import { Texts } from "../../domain/versions/Texts";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Shown } from "../../parts/Shown";
import style from "./CompilePage.module.css";

export function Preview({ roleType, learningIds }: { roleType: string; learningIds: readonly string[] }) {
  const found = useProjectQuery(
    api.learningVersions.dashboard.preview,
    learningIds.length === 0 ? "skip" : { roleType, learningIds: [...learningIds] },
  );
  if (learningIds.length === 0) return null;
  return (
    <section className={style.preview} aria-label="Preview">
      <h2>What agents will read</h2>
      <Shown of={found}>
        {({ content, learningCount }) => (
          <>
            {learningCount < learningIds.length && (
              <p className={style.note}>
                {learningIds.length - learningCount} say what others say, too, and are left out.
              </p>
            )}
            <Texts parts={[{ name: "", text: content }]} />
          </>
        )}
      </Shown>
    </section>
  );
}
