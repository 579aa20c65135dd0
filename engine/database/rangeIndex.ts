// Finds which of many key ranges contain a key, without a search through all of them. The ranges are in a treap that
// is ordered by lower bound, and every node knows the greatest upper bound below it. Keys are texts with one
// character per byte: they sort like the bytes and take less memory than buffers.

/** A range of keys. `from` is included and `to` is not; null means that there is no upper bound. */
export interface TextRange {
  readonly from: string;
  readonly to: string | null;
}

interface Node<Member> {
  readonly range: TextRange;
  readonly priority: number;
  readonly members: Set<Member>;
  left: Tree<Member>;
  right: Tree<Member>;
  /** The greatest upper bound of this node and all nodes below it. */
  greatestTo: string | null;
}

type Tree<Member> = Node<Member> | null;

export class RangeIndex<Member> {
  private root: Tree<Member> = null;

  get isEmpty(): boolean {
    return this.root === null;
  }

  add(range: TextRange, member: Member): void {
    this.root = insert(this.root, range, member);
  }

  remove(range: TextRange, member: Member): void {
    this.root = remove(this.root, range, member);
  }

  /**
   * Calls `visit` for every member of a range that contains `key`. A member of several such ranges is visited several
   * times.
   */
  find(key: string, visit: (member: Member) => void): void {
    visitHolding(this.root, key, visit);
  }
}

function insert<Member>(tree: Tree<Member>, range: TextRange, member: Member): Node<Member> {
  if (tree === null) {
    const members = new Set([member]);
    return { range, priority: Math.random(), members, left: null, right: null, greatestTo: range.to };
  }
  const order = compare(range, tree.range);
  if (order === 0) {
    tree.members.add(member);
    return tree;
  }
  if (order < 0) {
    tree.left = insert(tree.left, range, member);
    return tree.left.priority > tree.priority ? rotateRight(tree, tree.left) : withMaxBound(tree);
  }
  tree.right = insert(tree.right, range, member);
  return tree.right.priority > tree.priority ? rotateLeft(tree, tree.right) : withMaxBound(tree);
}

function remove<Member>(tree: Tree<Member>, range: TextRange, member: Member): Tree<Member> {
  if (tree === null) return null;
  const order = compare(range, tree.range);
  if (order === 0) {
    tree.members.delete(member);
    return tree.members.size > 0 ? tree : merge(tree.left, tree.right);
  }
  if (order < 0) tree.left = remove(tree.left, range, member);
  else tree.right = remove(tree.right, range, member);
  return withMaxBound(tree);
}

/** Joins two trees. All ranges of `left` must come before all ranges of `right`. */
function merge<Member>(left: Tree<Member>, right: Tree<Member>): Tree<Member> {
  if (left === null) return right;
  if (right === null) return left;
  if (left.priority > right.priority) {
    left.right = merge(left.right, right);
    return withMaxBound(left);
  }
  right.left = merge(left, right.left);
  return withMaxBound(right);
}

function visitHolding<Member>(tree: Tree<Member>, key: string, visit: (member: Member) => void): void {
  if (tree === null || !isAbove(tree.greatestTo, key)) return;
  visitHolding(tree.left, key, visit);
  if (key < tree.range.from) return;
  if (isAbove(tree.range.to, key)) for (const member of tree.members) visit(member);
  visitHolding(tree.right, key, visit);
}

function rotateRight<Member>(tree: Node<Member>, left: Node<Member>): Node<Member> {
  tree.left = left.right;
  left.right = withMaxBound(tree);
  return withMaxBound(left);
}

function rotateLeft<Member>(tree: Node<Member>, right: Node<Member>): Node<Member> {
  tree.right = right.left;
  right.left = withMaxBound(tree);
  return withMaxBound(right);
}

function withMaxBound<Member>(tree: Node<Member>): Node<Member> {
  let greatest = tree.range.to;
  if (tree.left !== null) greatest = greater(greatest, tree.left.greatestTo);
  if (tree.right !== null) greatest = greater(greatest, tree.right.greatestTo);
  tree.greatestTo = greatest;
  return tree;
}

function compare(a: TextRange, b: TextRange): number {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  if (a.to === b.to) return 0;
  return greater(a.to, b.to) === b.to ? -1 : 1;
}

function greater(a: string | null, b: string | null): string | null {
  return a === null || b === null ? null : a > b ? a : b;
}

function isAbove(bound: string | null, key: string): boolean {
  return bound === null || key < bound;
}
