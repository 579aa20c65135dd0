// Refuses comments that are not in plain English (docs/english.md). A rule cannot judge a sentence, but it can
// recognise turns of phrase that made earlier comments hard to read.

const refused = [
  [/(?:^|[.:] )Of (?:the |a |an |what |who |each |all |[a-z]+s\b)/, 'a sentence has a subject: not "Of ..."'],
  [/(?:^|\. )(?:By (?:when|what|which)|What is to be|What (?:has|had) to be|Whoever|Whom)\b/, "begin with the subject"],
  [/\b(?:is|are|was|were) to be\b/, 'say "must be" or "will be"'],
  [/\b(?:gone|go|goes|going) on with\b/, 'say "continue"'],
  [/\b(?:taken|takes|take) away\b/, 'say "remove" or "delete"'],
  [/\bwho (?:is|are|has) no\b/, 'name the person: not a bare "who"'],
  [/(?<![Tt]here )\b(?:is|are) no (?!longer|more|later|sooner|one)[a-z]+\b/, 'say "is not a"'],
  [/\bso (?:long|many|much)(?=[.,;:]|$)/, "say the number"],
  [/\b(?:come|comes|came) to be\b/, 'say "become"'],
  [/\b(?:what|which) (?:it|they|he|she) (?:is|are|was) of\b/, 'say "its" or "belongs to"'],
];

export const plainEnglish = {
  create: (context) => ({
    Program() {
      for (const comments of paragraphs(context.sourceCode.getAllComments())) {
        const text = comments.map(({ value }) => wordsOf(value)).join(" ");
        for (const [phrase, advice] of refused) {
          const [found] = phrase.exec(text) ?? [];
          if (found === undefined) continue;
          context.report({ node: comments[0], message: `"${found.trim()}": ${advice} (docs/english.md).` });
        }
      }
    },
  }),
};

/** Groups line comments on consecutive lines into one text. */
function paragraphs(comments) {
  const found = [];
  for (const comment of comments) {
    const last = found.at(-1)?.at(-1);
    const goesOn = last?.type === "Line" && comment.type === "Line" && last.loc.end.line + 1 === comment.loc.start.line;
    if (goesOn) found.at(-1).push(comment);
    else found.push([comment]);
  }
  return found;
}

/** Returns the text of a comment without asterisks, line breaks and code. */
function wordsOf(comment) {
  return comment
    .replaceAll(/^\s*\* ?/gm, "")
    .replaceAll(/`[^`]*`/g, "x")
    .replaceAll(/\s+/g, " ")
    .trim();
}
