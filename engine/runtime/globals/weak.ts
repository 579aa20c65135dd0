// Substitutes for the weak references of the language. They keep their target alive, as on Convex, so that functions
// cannot see what the garbage collector does.

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
