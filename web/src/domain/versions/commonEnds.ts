/**
 * How much of two lines is equal at their beginning and at their end. Null when that is so little that marking the rest
 * would mark nearly everything.
 */
export function commonEnds(left: string, right: string): { start: number; end: number } | null {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start++;
  let end = 0;
  while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  return (start + end) * 3 < Math.max(left.length, right.length) ? null : { start, end };
}
