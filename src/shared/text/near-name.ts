const longest = 60;
/** Names shorter than this resemble too many others. */
const shortest = 3;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How many letters have to be changed, added, left out or swapped with their neighbour; Infinity above `limit`. */
function editsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  const edits = last[b.length] ?? Infinity;
  return edits > limit ? Infinity : edits;
}

/** The one of the known names that somebody probably meant by a name: a slip of the pen, another case, or a part of it. */
export function nearName(given: string, known: readonly string[]): string | undefined {
  const wanted = plain(given.slice(0, longest));
  if (wanted.length < shortest) return undefined;
  const max = Math.max(1, Math.floor(wanted.length / 4));
  let best: string | undefined;
  let fewest = Infinity;
  for (const name of known) {
    const edits = editsBetween(wanted, plain(name), max);
    if (edits >= fewest) continue;
    [best, fewest] = [name, edits];
  }
  if (best !== undefined) return best;
  const sharing = known.filter((name) => plain(name).startsWith(wanted) || wanted.startsWith(plain(name)));
  return sharing.length === 1 ? sharing[0] : undefined;
}
