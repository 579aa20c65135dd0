// Turns of phrase that made texts of this repository hard to read. A rule cannot judge a sentence, but it can recognise
// these. docs/english.md lists the examples.

const refused = [
  ["Of what a run is told", /(?:^|[.:] )Of (?:the |a |an |what |who |each |all |[a-z]+s\b)/, "begin with the subject"],
  ["By when it ends", /(?:^|\. )(?:By (?:when|what|which)|Whom)\b/, "begin with the subject"],
  ["whoever asks", /\b(?:whoever|whomever)\b/i, 'name the person: "the caller", "anybody who"'],
  ["what is to be done", /\b(?:is|are|was|were) to be\b|\bWhat (?:has|had) to be\b/i, 'say "must be" or "will be"'],
  ["goes on", /\b(?:go|goes|going|gone|went) on\b(?! (?:a|an|the|top)\b)/i, 'say "continue"'],
  ["No comment waits", /^No \w+ waits\b/, 'say "There are no ..."'],
  [
    "with it go its rows",
    /\bwith [^,.;:]{1,30} (?:go|goes) (?:all|its|the|their)\b/i,
    "put the subject before the verb",
  ],
  ["takes it away", /\b(?:take|takes|taken|took|taking) (?:it |them )?away\b/i, 'say "remove" or "delete"'],
  ["is ended by", /\b(?:is|are|was|were|be|been|being) ended\b/i, 'say "ends", or who stops it'],
  ["who is no member", /\bwho (?:is|are|has) no\b/i, 'name the person: not a bare "who"'],
  ["is no number", /(?<!there )\b(?:is|are) no (?!longer|more|later|sooner|one)[a-z]+\b/i, 'say "is not a"'],
  ["a name that is none", /\bthat (?:is|are|was|were) none\b|\b(?:is|are) none of\b/i, 'say "is not one", "is not in"'],
  [
    "when none is given",
    /\b(?:when|where|if) none (?:is|are|was|were)\b/i,
    'say "without one" or "unless there is one"',
  ],
  ["no issue is like that", /\b(?:is|are) (?:called )?like that\b/i, 'say "matches" or "has this name"'],
  ["at most so many", /\bso (?:long|many|much)(?=[.,;:]|$)|\b(?:most|only|than) so (?:many|much)\b/i, "say the number"],
  ["comes to be", /\b(?:come|comes|came) to be\b/i, 'say "become"'],
  ["what it is of", /\b(?:what|which|who|whom) (?:it|they|he|she) (?:is|are|was) of\b/i, 'say "its" or "belongs to"'],
  [
    "is of one project",
    /\b(?:is|are|was|were) of (?:a|an|the|that|this|one|another|no|which|it|them)\b/i,
    'say "belongs to" or "has"',
  ],
  ["the project that it is of", /\b(?:is|are|was|were) of(?=[.,;:]|$)/i, 'say "its" or "belongs to"'],
  [
    "of which none is long",
    /\bof (?:which|whom) (?:any|none|no|each|one|all|some|the|nothing)\b/i,
    'begin with the noun: "none of them"',
  ],
  [
    "is told nothing",
    /\b(?:is|are|was|were|be) told(?! (?:to|not to|that|apart)\b)/i,
    'say "learns", "receives" or "sees"',
  ],
  ["writes it anew", /\banew\b/i, 'say "again", or what is new'],
  ["the former one", /\bthe former\b/i, 'say "the previous" or "the old"'],
  [
    "the one before",
    /\bthe (?:one|attempt|column|day|key|line|page|release|row|run|step|turn|version)s? before(?=[.,;:)]|$)/i,
    'say "the previous one"',
  ],
  [
    "everything but secrets",
    /\b(?:nothing|nobody|nowhere|everything|everybody|all) but\b|\bbut for\b/i,
    'say "only" or "except"',
  ],
  ["as the system has it", /\bas (?:the|its) \w+ has it(?=[.,;:)]|$)/i, 'say what it is: "the system\'s"'],
  ["what hangs on it", /\bhangs? on (?:it|them)\b/i, 'say "belongs to" or "depends on"'],
  ["waits in vain", /\bin vain\b/i, 'say "for nothing" or what does not happen'],
  ["for want of memory", /\bfor want of\b/i, 'say "because there is no"'],
  ["serves all the same", /\ball the same\b/i, 'say "still" or "nevertheless"'],
  ["folders in one another", /\bin one another\b/i, 'say "nested"'],
  ["is there twice", /\b(?:is|are) there (?:already|once|twice)\b/i, 'say "occurs twice" or "exists already"'],
  ["no field is taken", /\bno \w+ is taken\b|\b(?:is|are) taken (?:as it is|when)\b/i, 'say "accept" or "use"'],
  [
    "stands for a run",
    /\b(?:stand|stands|stood) (?:above|at|behind|below|beside|for|in|on|upon)\b/i,
    'say "is", "means" or "represents"',
  ],
  ["owners may do all", /\b(?:do|may|can) all(?=[.,;:]|$| that\b)/i, 'say "everything"'],
  ["puts the run off", /\bput(?:s|ting)? (?:\w+ ){0,2}off\b/i, 'say "defer" or "postpone"'],
  ["passes over a row", /\bpass(?:es|ed|ing)? over (?=a\b|an\b|what\b|those\b|or\b)/i, 'say "skip"'],
  ["holds nobody up", /\b(?:hold|holds|held|holding) (?:\w+ )?up\b/i, 'say "delay" or "block"'],
  ["in good order", /\bin good order\b/i, 'say "properly"'],
  ["names and their kin", /\b(?:its|their) kin\b|\band the like\b/i, 'say "similar" or name the others'],
  [
    "knows nothing of jobs",
    /\b(?:says?|said|tells?|told) of\b|\b(?:knows?|says?|tells?) (?:anything|nothing) of\b/i,
    'say "about"',
  ],
  ["what comes of it", /\bwhat (?:comes|came) of\b/i, 'say "the result"'],
];

export const phrases = refused.map(([example, pattern, advice]) => ({ example, pattern, advice }));

/** Returns what a text says in a way that is hard to read, each with an advice. */
export function findings(text) {
  const words = wordsOf(text);
  return phrases.flatMap(({ pattern, advice }) => {
    const [found] = pattern.exec(words) ?? [];
    return found === undefined ? [] : [`"${found.trim()}": ${advice} (docs/english.md).`];
  });
}

/** Returns the text without the asterisks of a comment, line breaks and code. */
function wordsOf(text) {
  return text
    .replaceAll(/^\s*\* ?/gm, "")
    .replaceAll(/`[^`]*`/g, "x")
    .replaceAll(/\s+/g, " ")
    .trim();
}
