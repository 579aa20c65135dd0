const maxLength = 120;

/** Refuses comment lines of more than 120 characters: nobody scrolls sideways to read a comment. */
export const commentWidth = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const { start, end } = comment.loc;
        for (let line = start.line; line <= end.line; line++) {
          const { length } = context.sourceCode.lines[line - 1];
          if (length <= maxLength) continue;
          context.report({ node: comment, message: `A line of a comment has at most ${maxLength} characters.` });
        }
      }
    },
  }),
};
