/**
 * Reads a list of addresses separated by commas or blanks, each once; undefined when `parseOne` does not take one of them.
 */
export function parseFeedList<Feed extends { code: string }>(
  text: string,
  parseOne: (address: string) => Feed | undefined,
): Feed[] | undefined {
  const feeds = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseOne);
  const valid = feeds.filter((feed) => feed !== undefined);
  if (valid.length < feeds.length) return undefined;
  return [...new Map(valid.map((feed) => [feed.code, feed])).values()];
}
