// Maximum lengths of texts that several domains accept, in characters.
export const maxGitRepoUrlLength = 2000;
