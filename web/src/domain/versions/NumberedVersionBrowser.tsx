// The versions of a thing that consists of texts. Somebody who may change it can go back to any of them.
import type { ReactNode } from "react";
import { useHasPermission } from "../../project/project";
import { usePerform } from "../../live/usePerform";
import { Loading } from "../../parts/Loading";
import { VersionComparison } from "./VersionComparison";
import type { VersionPart } from "./VersionComparison";
import { UseVersionButton } from "./UseVersionButton";
import type { VersionEntry } from "./useVersionChoice";
import { VersionBrowser } from "./VersionBrowser";

export const versionsPerPage = 20;

/** A version as a query lists it, and what the page shows of it. */
interface Numbered<Version> extends VersionEntry {
  version: Version;
  parts: readonly VersionPart[];
}

interface Props<Version> {
  list: { results: readonly Version[]; status: string; loadMore: (count: number) => void };
  describe: (version: Version) => Omit<VersionEntry, "id" | "label"> & { parts: readonly VersionPart[] };
  renderVersion: (entry: Numbered<Version>) => ReactNode;
  /** Makes the version the one in use. */
  use: (version: Version) => Promise<unknown>;
  /** What is so after that. `label` is such as “version 3”. */
  successText: (label: string) => string;
}

export function NumberedVersionBrowser<Version extends { version: number }>({
  list: { results, status, loadMore },
  describe,
  renderVersion,
  use,
  successText,
}: Props<Version>) {
  const mayWrite = useHasPermission("work:write");
  const { perform, isPending } = usePerform();
  if (status === "LoadingFirstPage") return <Loading />;
  const entries = results.map((version) => ({
    id: String(version.version),
    label: `Version ${version.version}`,
    version,
    ...describe(version),
  }));
  return (
    <VersionBrowser
      entries={entries}
      hasMore={status === "CanLoadMore"}
      loadMore={() => loadMore(versionsPerPage)}
      renderVersion={renderVersion}
      renderComparison={(before, after) => <VersionComparison before={before} after={after} />}
      renderActions={({ isActive, version, label }) =>
        mayWrite &&
        !isActive && (
          <UseVersionButton
            version={label}
            isPending={isPending}
            onUse={() => void perform(() => use(version), successText(label.toLowerCase()))}
          />
        )
      }
    />
  );
}
