// One thing after the other for each name: git changes a repository's administration under locks of its own and fails
// when two commands meet.

export class NamedLocks {
  private readonly last = new Map<string, Promise<unknown>>();

  async runExclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(name) === mine) this.last.delete(name);
    }
  }
}
