// The service has no search of contexts, skills, commands and scripts. A project has few: the page looks through all.

interface SearchableAsset {
  name: string;
  description: string | null;
}

/** Returns those that have every word in their name or description. */
export function searchAssets<Asset extends SearchableAsset>(
  assets: readonly Asset[],
  search: string,
): readonly Asset[] {
  const words = search.toLocaleLowerCase().split(/\s+/);
  return assets.filter(({ name, description }) => {
    const text = `${name} ${description ?? ""}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
