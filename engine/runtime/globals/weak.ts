// Stand-ins that keep the garbage collector's decisions from functions, as on Convex: what they refer to stays.

export class GuestWeakRef<T extends WeakKey> {
  readonly #target: T;
  constructor(target: T) {
    this.#target = target;
  }
  deref(): T {
    return this.#target;
  }
  get [Symbol.toStringTag](): string {
    return "WeakRef";
  }
}

export class GuestFinalizationRegistry {
  register(): void {}
  unregister(): boolean {
    return false;
  }
  get [Symbol.toStringTag](): string {
    return "FinalizationRegistry";
  }
}
