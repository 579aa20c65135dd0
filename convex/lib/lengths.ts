// Maximum lengths of texts that several domains accept, in characters.
export const gitRepoUrlLengthMax = 2000;
