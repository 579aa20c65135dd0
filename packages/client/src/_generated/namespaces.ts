// Written by `npm run codegen` from the OpenAPI document of the service; do not edit.
import type { Method } from "../methods.js";

export interface Namespaces {
  analytics: {
    /** Counts what the project has */
    counters: Method<"GET /analytics/counters">;
    /** Lists what happened on each day in UTC, newest first */
    dailyStats: Method<"GET /analytics/daily-stats">;
    /** Shows what the runs of a period came to, by workflow unless `groupBy` says otherwise: pull requests, how many of them were merged, what a merged one cost and how long it took */
    outcomes: Method<"GET /analytics/outcomes">;
    /** Lists usage records, newest first */
    usage: Method<"GET /analytics/usage">;
  };
  answeringSessions: {
    /** Lists answering sessions, newest first */
    list: Method<"GET /answering-sessions">;
    /** Makes an answering session for questions of an issue session */
    create: Method<"POST /answering-sessions">;
    /** Shows an answering session with its questions */
    get: Method<"GET /answering-sessions/:id">;
    /** Archives an answering session: it is in the trash with its questions */
    delete: Method<"DELETE /answering-sessions/:id">;
    /** Gives an answering session another status */
    status: Method<"PUT /answering-sessions/:id/status">;
  };
  artifacts: {
    /** Sends the bytes of an artifact */
    content: Method<"GET /artifacts/:id/content">;
  };
  auditLog: {
    /** Lists who changed what in the project, newest first */
    list: Method<"GET /audit-log">;
  };
  budgets: {
    /** Lists budgets, newest first, with what is spent */
    list: Method<"GET /budgets">;
    /** Makes a budget */
    create: Method<"POST /budgets">;
    /** Shows a budget with what is spent in its present period */
    get: Method<"GET /budgets/:id">;
    /** Changes a budget */
    update: Method<"PUT /budgets/:id">;
    /** Deletes a budget */
    delete: Method<"DELETE /budgets/:id">;
  };
  commands: {
    /** Lists commands */
    list: Method<"GET /commands">;
    /** Makes a command with its first version */
    create: Method<"POST /commands">;
    /** Shows a command with its active content */
    get: Method<"GET /commands/:id">;
    /** Changes a command */
    update: Method<"PUT /commands/:id">;
    /** Deletes a command for good, with its versions */
    delete: Method<"DELETE /commands/:id">;
    /** Publishes content as a new version of a command, which is active at once */
    publish: Method<"PUT /commands/:id/publish">;
    /** Lists the versions of a command, newest first */
    versions: Method<"GET /commands/:id/versions"> & {
      /** Makes a version of a command the one that runs get */
      activate: Method<"PUT /commands/:id/versions/:v/activate">;
    };
  };
  contexts: {
    /** Lists contexts */
    list: Method<"GET /contexts">;
    /** Makes a context with its first version */
    create: Method<"POST /contexts">;
    /** Shows a context with its active content */
    get: Method<"GET /contexts/:id">;
    /** Changes a context */
    update: Method<"PUT /contexts/:id">;
    /** Moves a context to the trash */
    delete: Method<"DELETE /contexts/:id">;
    /** Lists the versions of a context, newest first */
    versions: Method<"GET /contexts/:id/versions"> & {
      /** Makes a version of a context the one that runs get */
      activate: Method<"PUT /contexts/:id/versions/:v/activate">;
    };
  };
  /** Lists what has happened in the project, oldest first, or follows it */
  events: Method<"GET /events">;
  inbox: {
    /** Lists what waits for a person, the oldest first */
    list: Method<"GET /inbox">;
    /** Counts what waits for a person */
    count: Method<"GET /inbox/count">;
    /** Puts an item of the inbox away for all members, until something new happens to its subject */
    dismiss: Method<"POST /inbox/dismiss">;
  };
  issueSessions: {
    /** Moves several issue sessions to the trash */
    bulkDelete: Method<"POST /issue-sessions/bulk-delete">;
    /** Moves an issue session to the trash */
    delete: Method<"POST /issue-sessions/delete">;
    /** Shows an issue session */
    get: Method<"GET /issue-sessions/get">;
    /** Lists issue sessions, newest first */
    list: Method<"GET /issue-sessions/list">;
    /** Deletes an issue session for good */
    permanentDelete: Method<"POST /issue-sessions/permanent-delete">;
    /** Gives an issue session another name */
    rename: Method<"POST /issue-sessions/rename">;
    /** Takes an issue session out of the trash */
    restore: Method<"POST /issue-sessions/restore">;
    /** Starts an issue session, in which agents look for issues */
    start: Method<"POST /issue-sessions/start">;
  };
  issues: {
    /** Deletes several issues for good */
    bulkDelete: Method<"POST /issues/bulk-delete">;
    /** Makes an issue */
    create: Method<"POST /issues/create">;
    /** Deletes an issue for good */
    delete: Method<"POST /issues/delete">;
    /** Shows an issue */
    get: Method<"GET /issues/get">;
    /** Links an issue with the run that works on it */
    linkRun: Method<"POST /issues/link-run">;
    /** Lists issues, newest first */
    list: Method<"GET /issues/list">;
    /** Changes an issue */
    update: Method<"POST /issues/update">;
  };
  jobs: {
    /** Lists jobs of the runner in one state, those that a runner held last first */
    list: Method<"GET /jobs">;
    /** Starts again what a job was for that has failed for good */
    redrive: Method<"POST /jobs/redrive">;
  };
  learningVersions: {
    /** Makes a version the one that agents of its role get */
    activate: Method<"POST /learning-versions/activate">;
    /** Shows the version that agents of a role get, or null */
    active: Method<"GET /learning-versions/active">;
    /** Compiles the approved learnings of a role into a new version */
    compile: Method<"POST /learning-versions/compile">;
    /** Takes a version away from the agents of its role */
    deactivate: Method<"POST /learning-versions/deactivate">;
    /** Shows a version of compiled learnings */
    get: Method<"GET /learning-versions/get">;
    /** Lists the versions of compiled learnings, newest first */
    list: Method<"GET /learning-versions/list">;
  };
  learnings: {
    /** Moves several learnings to the trash */
    bulkDelete: Method<"POST /learnings/bulk-delete">;
    /** Approves or rejects several learnings */
    bulkUpdateStatus: Method<"POST /learnings/bulk-update-status">;
    /** Lists the learnings that came from a sandbox */
    bySandbox: Method<"GET /learnings/by-sandbox">;
    /** Records a learning */
    create: Method<"POST /learnings/create">;
    /** Moves a learning to the trash */
    delete: Method<"POST /learnings/delete">;
    /** Lists learnings, newest first */
    list: Method<"GET /learnings/list">;
    /** Deletes a learning for good */
    permanentDelete: Method<"POST /learnings/permanent-delete">;
    /** Shows what a compilation for a role would say now */
    preview: Method<"GET /learnings/preview">;
    /** Takes a learning out of the trash */
    restore: Method<"POST /learnings/restore">;
    /** Counts learnings by status, category and severity */
    stats: Method<"GET /learnings/stats">;
    /** Changes the text of a learning */
    updateContent: Method<"POST /learnings/update-content">;
    /** Approves or rejects a learning */
    updateStatus: Method<"POST /learnings/update-status">;
  };
  limits: {
    /** Lists each bound that applies to the caller, with what is used of it */
    get: Method<"GET /limits">;
  };
  merging: {
    /** Lists merge runs, newest first */
    list: Method<"GET /merging/list">;
    /** Starts a merge run, which merges the pull requests of several runs */
    start: Method<"POST /merging/start">;
  };
  notifications: {
    /** Lists the notifications of the person for whom the key acts, newest first */
    list: Method<"GET /notifications">;
    /** Marks all notifications as read */
    readAll: Method<"PUT /notifications/read-all">;
    /** Counts the notifications that the person for whom the key acts has not read */
    unreadCount: Method<"GET /notifications/unread-count">;
    /** Dismisses a notification */
    delete: Method<"DELETE /notifications/:notificationId">;
    /** Marks a notification as read */
    read: Method<"PUT /notifications/:notificationId/read">;
  };
  personas: {
    /** Shows what a persona's steps have achieved and cost */
    analytics: Method<"GET /personas/analytics">;
    /** Deletes several personas for good */
    bulkDelete: Method<"POST /personas/bulk-delete">;
    /** Makes a persona */
    create: Method<"POST /personas/create">;
    /** Deletes a persona for good */
    delete: Method<"POST /personas/delete">;
    /** Makes a copy of a persona */
    duplicate: Method<"POST /personas/duplicate">;
    /** Shows a persona */
    get: Method<"GET /personas/get">;
    /** Lists personas */
    list: Method<"GET /personas/list">;
    /** Switches a persona on or off */
    toggle: Method<"POST /personas/toggle">;
    /** Changes a persona */
    update: Method<"POST /personas/update">;
  };
  project: {
    /** Shows the key's project */
    get: Method<"GET /project">;
    /** Lists the project's API keys, without the keys themselves */
    apiKeys: Method<"GET /project/api-keys"> & {
      /** Makes an API key */
      generate: Method<"POST /project/api-keys/generate">;
      /** Revokes an API key at once and for good */
      revoke: Method<"POST /project/api-keys/revoke">;
      /** Makes an API key that takes the place of another, and shows it once */
      rotate: Method<"POST /project/api-keys/rotate">;
    };
    /** Counts what the project has */
    counters: Method<"GET /project/counters">;
    /** Deletes the project */
    delete: Method<"POST /project/delete">;
    hooks: {
      /** Lists the addresses at which code hosts may say that there is news, without their secrets */
      list: Method<"GET /project/hooks">;
      /** Makes an address for a code host */
      create: Method<"POST /project/hooks">;
      /** Deletes such an address: the code host is refused from then on */
      delete: Method<"DELETE /project/hooks/:id">;
    };
    /** Lists the members with their roles */
    members: Method<"GET /project/members"> & {
      /** Invites a person by email */
      invite: Method<"POST /project/members/invite">;
      /** Removes a member */
      remove: Method<"POST /project/members/remove">;
      /** Gives a member another role */
      updateRole: Method<"POST /project/members/update-role">;
    };
    /** Lists for which providers the project has keys, with their last four characters */
    providerKeys: Method<"GET /project/provider-keys"> & {
      /** Removes a provider's key */
      remove: Method<"POST /project/provider-keys/remove">;
      /** Stores a provider's key, sealed */
      set: Method<"POST /project/provider-keys/set">;
    };
    /** Lists the project's runner tokens, without the tokens themselves */
    runnerTokens: Method<"GET /project/runner-tokens"> & {
      /** Makes a runner token */
      generate: Method<"POST /project/runner-tokens/generate">;
      /** Revokes a runner token */
      revoke: Method<"POST /project/runner-tokens/revoke">;
    };
    /** Shows the settings of the project */
    settings: Method<"GET /project/settings"> & {
      /** Changes settings of the project */
      update: Method<"POST /project/settings/update">;
    };
    /** Changes the project */
    update: Method<"POST /project/update">;
  };
  queue: {
    /** Lists the runs that wait, in the order in which they would start, with what each waits for */
    list: Method<"GET /queue">;
  };
  recurringTasks: {
    /** Lists recurring tasks, newest first */
    list: Method<"GET /recurring-tasks">;
    /** Makes a recurring task */
    create: Method<"POST /recurring-tasks">;
    /** Shows the next ten times of a schedule */
    preview: Method<"POST /recurring-tasks/preview">;
    /** Shows a recurring task with its next times */
    get: Method<"GET /recurring-tasks/:id">;
    /** Changes a recurring task */
    update: Method<"PUT /recurring-tasks/:id">;
    /** Deletes a recurring task for good */
    delete: Method<"DELETE /recurring-tasks/:id">;
    /** Starts a run of a recurring task now, or answers 200 with the one for which it is skipped */
    run: Method<"POST /recurring-tasks/:id/run">;
    /** Switches a recurring task on or off */
    toggle: Method<"PUT /recurring-tasks/:id/toggle">;
  };
  repositories: {
    /** Asks a runner whether runs could use a repository */
    check: Method<"POST /repositories/check">;
    /** Lists the checks of repositories of the last week, newest first */
    checks: Method<"GET /repositories/checks"> & {
      /** Shows what became of a check of a repository */
      get: Method<"GET /repositories/checks/:id">;
    };
  };
  runners: {
    /** Lists the runners that have asked for work in the last ten minutes */
    list: Method<"GET /runners">;
  };
  runs: {
    /** Lists runs, newest first */
    list: Method<"GET /runs">;
    /** Calls a run completed that waits or has failed for a gate */
    accept: Method<"POST /runs/accept">;
    /** Lists the files that a run has made for people to look at, newest first */
    artifacts: Method<"GET /runs/artifacts">;
    /** Does the same to many runs, in the background: to those that match the filter now, or those that are named */
    bulk: Method<"POST /runs/bulk"> & {
      /** Shows how far a bulk action has come */
      get: Method<"GET /runs/bulk/:id">;
      /** Ends a bulk action */
      stop: Method<"POST /runs/bulk/:id/stop">;
    };
    /** Moves several runs to the trash */
    bulkDelete: Method<"POST /runs/bulk-delete">;
    /** Lists the runs of a sprint chain, newest first */
    byChain: Method<"GET /runs/by-chain">;
    /** Shows the run with this number in the project */
    byNumber: Method<"GET /runs/by-number">;
    /** Lists the runs of a workflow, newest first */
    byWorkflow: Method<"GET /runs/by-workflow">;
    /** Cancels a run that is not over */
    cancel: Method<"POST /runs/cancel">;
    /** Lets a run that is over continue in a round: on its branch, with its pull request */
    continue: Method<"POST /runs/continue">;
    /** Moves a run to the trash */
    delete: Method<"POST /runs/delete">;
    /** Lists the events of a run, the oldest first */
    events: Method<"GET /runs/events">;
    /** Lists what was said about a run, newest first: by checks, reviewers and people */
    feedback: Method<"GET /runs/feedback"> & {
      /** Says something about a run, which its next round is given */
      add: Method<"POST /runs/feedback/add">;
      /** Ends items of feedback that no round shall be given */
      ignore: Method<"POST /runs/feedback/ignore">;
      /** Opens items of feedback again */
      reopen: Method<"POST /runs/feedback/reopen">;
    };
    /** Shows a run with its steps and sandboxes */
    get: Method<"GET /runs/get">;
    /** Pauses a run */
    pause: Method<"POST /runs/pause">;
    /** Deletes a run for good, with all that is its own */
    permanentDelete: Method<"POST /runs/permanent-delete">;
    /** Shows what the gates of a run have shown: the newest result of each */
    proof: Method<"GET /runs/proof">;
    /** Lists what runs ask people, newest first */
    questions: Method<"GET /runs/questions"> & {
      /** Answers a question of a run */
      answer: Method<"POST /runs/questions/answer">;
      /** Dismisses a question of a run, which continues without an answer */
      dismiss: Method<"POST /runs/questions/dismiss">;
    };
    /** Gives a run another name */
    rename: Method<"POST /runs/rename">;
    /** Asks a run to stop when the present turn of its agent is over */
    requestGracefulStop: Method<"POST /runs/request-graceful-stop">;
    /** Begins a new attempt of a run that is over */
    restart: Method<"POST /runs/restart">;
    /** Takes a run out of the trash */
    restore: Method<"POST /runs/restore">;
    /** Resumes a run that is paused, or lets one go that waits for its provider */
    resume: Method<"POST /runs/resume">;
    /** Starts a run of a workflow, or schedules it for later */
    start: Method<"POST /runs/start">;
    /** Starts several runs, all or none */
    startMany: Method<"POST /runs/start-many">;
  };
  sandboxes: {
    /** Deletes a sandbox */
    delete: Method<"POST /sandboxes/delete">;
    /** Shows the state of a sandbox's development server */
    devServer: Method<"GET /sandboxes/dev-server"> & {
      /** Asks for the development server of a sandbox */
      start: Method<"POST /sandboxes/dev-server/start">;
    };
    /** Shows the changes of a sandbox as a diff */
    diff: Method<"GET /sandboxes/diff">;
    /** Shows the text of a file of a sandbox */
    file: Method<"GET /sandboxes/file">;
    /** Lists the files that a sandbox has changed */
    files: Method<"GET /sandboxes/files">;
    /** Shows a sandbox */
    get: Method<"GET /sandboxes/get">;
    /** Lists sandboxes, newest first */
    list: Method<"GET /sandboxes/list">;
    /** Shows a message, also while it is being written */
    message: Method<"GET /sandboxes/message">;
    /** Lists what was said in a sandbox, the oldest first */
    messages: Method<"GET /sandboxes/messages">;
    /** Sends a message to the agent in a sandbox */
    sendMessage: Method<"POST /sandboxes/send-message">;
  };
  scripts: {
    /** Lists scripts */
    list: Method<"GET /scripts">;
    /** Makes a script with its first version */
    create: Method<"POST /scripts">;
    /** Shows a script with its active content */
    get: Method<"GET /scripts/:id">;
    /** Changes a script */
    update: Method<"PUT /scripts/:id">;
    /** Deletes a script for good, with its versions */
    delete: Method<"DELETE /scripts/:id">;
    /** Publishes content as a new version of a script, which is active at once */
    publish: Method<"PUT /scripts/:id/publish">;
    /** Lists the versions of a script, newest first */
    versions: Method<"GET /scripts/:id/versions"> & {
      /** Makes a version of a script the one that runs get */
      activate: Method<"PUT /scripts/:id/versions/:v/activate">;
    };
  };
  sessionQuestions: {
    /** Lists the questions of an answering session */
    list: Method<"GET /session-questions">;
    /** Writes down what agents may assume about a question */
    assumption: Method<"PUT /session-questions/:id/assumption">;
    /** Accepts or declines what an agent assumes about a question */
    review: Method<"PUT /session-questions/:id/review">;
  };
  skills: {
    /** Lists skills */
    list: Method<"GET /skills">;
    /** Makes a skill with its first version */
    create: Method<"POST /skills">;
    /** Shows a skill with its active content */
    get: Method<"GET /skills/:id">;
    /** Changes a skill */
    update: Method<"PUT /skills/:id">;
    /** Deletes a skill for good, with its versions */
    delete: Method<"DELETE /skills/:id">;
    /** Publishes content as a new version of a skill, which is active at once */
    publish: Method<"PUT /skills/:id/publish">;
    /** Lists the versions of a skill, newest first */
    versions: Method<"GET /skills/:id/versions"> & {
      /** Makes a version of a skill the one that runs get */
      activate: Method<"PUT /skills/:id/versions/:v/activate">;
    };
  };
  sprintChains: {
    /** Lists sprint chains, newest first */
    list: Method<"GET /sprint-chains">;
    /** Makes a sprint chain, which runs one sprint after the other */
    create: Method<"POST /sprint-chains">;
    /** Shows a sprint chain */
    get: Method<"GET /sprint-chains/:id">;
    /** Cancels a sprint chain, or deletes one that is over for good */
    delete: Method<"DELETE /sprint-chains/:id">;
  };
  trash: {
    /** Lists what is in the trash, newest first */
    list: Method<"GET /trash">;
    /** Deletes something in the trash for good */
    delete: Method<"DELETE /trash/:type/:id">;
    /** Takes something out of the trash */
    restore: Method<"POST /trash/:type/:id/restore">;
  };
  webhooks: {
    /** Lists webhooks, newest first, without their secrets */
    list: Method<"GET /webhooks">;
    /** Makes a webhook */
    create: Method<"POST /webhooks">;
    /** Shows a webhook, without its secret */
    get: Method<"GET /webhooks/:id">;
    /** Changes a webhook */
    update: Method<"PUT /webhooks/:id">;
    /** Deletes a webhook with its deliveries */
    delete: Method<"DELETE /webhooks/:id">;
    /** Lists what was sent to a webhook, newest first, with each attempt */
    deliveries: Method<"GET /webhooks/:id/deliveries"> & {
      /** Sends a message again, now */
      retry: Method<"POST /webhooks/:id/deliveries/:deliveryId/retry">;
    };
    /** Sends the events of a span of time again, each under its own id */
    replay: Method<"POST /webhooks/:id/replay">;
    /** Gives a webhook another secret, which is shown once */
    rotateSecret: Method<"POST /webhooks/:id/rotate-secret">;
    /** Sends a message of the type `webhook.test` */
    test: Method<"POST /webhooks/:id/test">;
  };
  workChains: {
    /** Makes a work chain of issues, which are worked on one after the other */
    create: Method<"POST /work-chains/create">;
    /** Deletes a work chain for good */
    delete: Method<"POST /work-chains/delete">;
    /** Shows a work chain */
    get: Method<"GET /work-chains/get">;
    /** Lists the issues of a work chain in their order */
    issues: Method<"GET /work-chains/issues">;
    /** Lists work chains, newest first */
    list: Method<"GET /work-chains/list">;
    /** Starts a work chain with its first issue */
    start: Method<"POST /work-chains/start">;
  };
  workflows: {
    /** Lists workflows */
    list: Method<"GET /workflows">;
    /** Makes a workflow */
    create: Method<"POST /workflows">;
    /** Shows a workflow with its steps */
    get: Method<"GET /workflows/:id">;
    /** Changes a workflow */
    update: Method<"PUT /workflows/:id">;
    /** Moves a workflow to the trash */
    delete: Method<"DELETE /workflows/:id">;
  };
}
