// Signs that cannot be seen, or that change the order of what can be seen. A name must not look like another one, and
// an agent must not read what a person who has looked at the same text has not seen. Pure: the dashboard uses it, too.

/** Emoji are joined of several, and the writing of these languages is joined or parted by such signs. */
const joined =
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|` +
  String.raw`(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}` +
  String.raw`\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}` +
  String.raw`\p{Script=Malayalam}\p{Script=Sinhala}])[\u200C\u200D]|` +
  // Which of two pictures a sign has.
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`;

/** Also control characters besides tab and line feed, halves of characters, and further ends of lines. */
export const invisible = new RegExp(
  String.raw`(?![\t\n])\p{Cc}|(?=\p{Default_Ignorable_Code_Point})(?!${joined})[^]|[\u2028\u2029\uFFF9-\uFFFB]|\p{Surrogate}`,
  "gu",
);
