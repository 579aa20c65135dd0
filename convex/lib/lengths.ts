// How long texts may be that several domains take, in characters.
export const gitRepoUrlLengthMax = 2000;
