/** Worktrees that are used beside the agents. Removing one waits until nobody uses it. */
export class WorktreeUses {
  private readonly users = new Map<string, number>();
  private readonly removals = new Map<string, () => Promise<void>>();
  private readonly underWay = new Map<string, Promise<unknown>>();

  isUsed(folder: string): boolean {
    return this.users.has(folder);
  }

  /** Waits for a removal under way, so `work` has to look whether the folder is still there. */
  async useDuring<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
    while (this.underWay.has(folder)) await this.underWay.get(folder);
    this.users.set(folder, (this.users.get(folder) ?? 0) + 1);
    try {
      return await work();
    } finally {
      await this.letGo(folder);
    }
  }

  /** Removes the worktree now, or when its last user has gone. */
  async removeWhenUnused(folder: string, remove: () => Promise<void>): Promise<void> {
    if (this.isUsed(folder)) this.removals.set(folder, remove);
    else await this.removeNow(folder, remove);
  }

  private async letGo(folder: string): Promise<void> {
    const left = (this.users.get(folder) ?? 1) - 1;
    if (left > 0) return void this.users.set(folder, left);
    this.users.delete(folder);
    const remove = this.removals.get(folder);
    this.removals.delete(folder);
    if (remove !== undefined) await this.removeNow(folder, remove);
  }

  private async removeNow(folder: string, remove: () => Promise<void>): Promise<void> {
    const removal = remove().finally(() => this.underWay.delete(folder));
    this.underWay.set(folder, Promise.allSettled([removal]));
    await removal;
  }
}
