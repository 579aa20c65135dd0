// What an agent reads about its role, besides its instructions. A workflow may have roles of its own names, which its
// instructions have to explain.

const leavesCode = "Leave the code as it is, unless your instructions say otherwise.";

const duties: ReadonlyMap<string, string> = new Map([
  ["designer", "Do the work that the task asks for."],
  [
    "checker",
    "Check the work of the steps before yours against the task: read what they have changed, run the tests, and correct " +
      "what is wrong or missing. Do not do again what is done.",
  ],
  ["researcher", `Find out what the task needs, and write down what the steps after yours must know. ${leavesCode}`],
  ["evaluator", `Say how good the work of the steps before yours is, and what it lacks. ${leavesCode}`],
  [
    "judge",
    `Decide whether the work of the steps before yours does what the task asks for, and say why. ${leavesCode}`,
  ],
  ["answerer", `Answer the questions that are open from what the repository shows. ${leavesCode}`],
]);

/** One or two sentences. They always end with the same words, so that no section about a step is empty. */
export function dutyOf(role: string): string {
  const own = "The task above is for the workflow as a whole; this step is your part of it.";
  const duty = duties.get(role);
  return duty === undefined ? own : `${own} ${duty}`;
}
