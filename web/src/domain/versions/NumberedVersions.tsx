// The versions of a thing that consists of texts. Somebody who may change it can go back to any of them.
import type { ReactNode } from "react";
import { useMay } from "../../project/project";
import { useAttempt } from "../../live/useAttempt";
import { Loading } from "../../parts/Loading";
import { Comparison } from "./Comparison";
import type { Part } from "./Comparison";
import { UseVersion } from "./UseVersion";
import type { VersionEntry } from "./useVersionChoice";
import { Versions } from "./Versions";

export const versionsAtOnce = 20;

/** A version as a query lists it, and what the page shows of it. */
interface Numbered<Version> extends VersionEntry {
  version: Version;
  parts: readonly Part[];
}

interface Props<Version> {
  list: { results: readonly Version[]; status: string; loadMore: (count: number) => void };
  about: (version: Version) => Omit<VersionEntry, "id" | "label"> & { parts: readonly Part[] };
  shown: (entry: Numbered<Version>) => ReactNode;
  /** Makes the version the one in use. */
  use: (version: Version) => Promise<unknown>;
  /** What is so after that. `label` is such as “version 3”. */
  used: (label: string) => string;
}

export function NumberedVersions<Version extends { version: number }>({
  list: { results, status, loadMore },
  about,
  shown,
  use,
  used,
}: Props<Version>) {
  const mayWrite = useMay("work:write");
  const { attempt, isTrying } = useAttempt();
  if (status === "LoadingFirstPage") return <Loading />;
  const entries = results.map((version) => ({
    id: String(version.version),
    label: `Version ${version.version}`,
    version,
    ...about(version),
  }));
  return (
    <Versions
      entries={entries}
      hasMore={status === "CanLoadMore"}
      loadMore={() => loadMore(versionsAtOnce)}
      shown={shown}
      compared={(before, after) => <Comparison before={before} after={after} />}
      actions={({ isActive, version, label }) =>
        mayWrite &&
        !isActive && (
          <UseVersion
            of={label}
            isTrying={isTrying}
            onUse={() => void attempt(() => use(version), used(label.toLowerCase()))}
          />
        )
      }
    />
  );
}
