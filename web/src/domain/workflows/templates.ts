// Workflows to begin with. Each step says what its agent must do and what it leaves to the others: the agents of all
// steps read the same task.
import type { StepRole } from "#convex/lib/sharedValues";

export interface WorkflowTemplate {
  name: string;
  /** What its steps do, for the person who chooses. */
  about: string;
  /** A first task, as an example. */
  example: string;
  steps: readonly { role: StepRole; name: string; instructions: string }[];
}

const check = {
  role: "checker",
  name: "Check",
  instructions:
    "Read the whole change of the earlier steps, as a careful reviewer would. Run the project’s tests, linter and type " +
    "checks, as far as it has them. Correct what is wrong or missing, also in the tests. End with what you have checked, " +
    "what you have corrected, and what a person should look at.",
} as const;

export const workflowTemplates: readonly WorkflowTemplate[] = [
  {
    name: "Build and check",
    about: "One agent does the work, with tests; another reviews it, runs everything and corrects it.",
    example: "Add a dark theme that follows the system’s setting.",
    steps: [
      {
        role: "designer",
        name: "Build",
        instructions:
          "Do what the task asks for, in the style of the code around it. Add or change tests so that they would fail " +
          "without your change, and run the tests of everything that you have touched. End with a paragraph that says " +
          "what you have changed and why.",
      },
      check,
    ],
  },
  {
    name: "Fix an issue",
    about:
      "One agent shows the fault with a failing test, the next corrects the cause, the last one checks the result.",
    example: "Discounts above 100 % make the total negative.",
    steps: [
      {
        role: "researcher",
        name: "Find the cause",
        instructions:
          "Find the cause of the problem that the task describes, and write a test that fails because of it. Say in a " +
          "comment of the test what the cause is, with file and line. Correct nothing yet. If you cannot reproduce the " +
          "problem, write no test, and end with what you have tried.",
      },
      {
        role: "designer",
        name: "Fix",
        instructions:
          "The previous step has added a failing test that names the cause of the problem. Correct that cause with the " +
          "smallest change that does it, until the test passes. Look for the same mistake nearby. Change nothing else.",
      },
      check,
    ],
  },
  {
    name: "Review",
    about: "One agent reads the code and notes what it finds, another verifies each note. The result is REVIEW.md.",
    example: "Review how payments are handled.",
    steps: [
      {
        role: "researcher",
        name: "Read",
        instructions:
          "Read the part of the repository that the task names, or all of it if it names none. Write down in REVIEW.md " +
          "what is wrong, risky or hard to understand: each with file and line, why it matters, and what you would do. " +
          "Change no other file.",
      },
      {
        role: "evaluator",
        name: "Verify",
        instructions:
          "Verify each note of REVIEW.md against the code, with a test or a command where that is possible. Delete the " +
          "notes that are wrong, and sort the others by weight. Begin the file with a summary of five sentences at most. " +
          "Change no other file.",
      },
    ],
  },
];
