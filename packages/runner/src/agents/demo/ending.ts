/** The work ends here without having reached its goal. */
export class DemoFailure extends Error {}

/** The agent's provider refuses work for an hour. */
export class DemoLimit extends Error {}
