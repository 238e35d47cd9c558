import { openAnswer } from '#server/connectors/rpa/index.ts';
import type { RobotAnswer } from '#server/connectors/rpa/index.ts';

/** Parts of a layout that are looked at, and those of a difference that are shown. */
const MAX_PARTS = 3_000;
const MAX_SHOWN = 60;
const MAX_DEPTH = 12;
const MAX_WORDS = 60;

/** Paths of the attributes of data, those in lists once: `data[].events[].date`. */
function pathsOf(value: unknown, path: string, found: Set<string>, depth = 0): void {
  if (found.size >= MAX_PARTS || depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) pathsOf(item, `${path}[]`, found, depth + 1);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (found.size < MAX_PARTS) found.add(at.slice(0, 200));
    pathsOf(inner, at, found, depth + 1);
  }
}

/** Elements of a page that have a name, and the heads of its tables. */
function elementsOf({ page }: ReturnType<typeof openAnswer>, found: Set<string>): void {
  for (const { name, attributes, textFrom, textTo } of page.elements) {
    if (found.size >= MAX_PARTS) return;
    const id = attributes['id'] ?? '';
    const classes = (attributes['class'] ?? '').split(/\s+/).filter(Boolean);
    if (id !== '' || classes.length > 0)
      found.add(
        `<${name}${id === '' ? '' : ` id="${id}"`}${classes.length === 0 ? '' : ` class="${classes.join(' ')}"`}>`.slice(
          0,
          200,
        ),
      );
    if (name !== 'th') continue;
    const words = page.texts.slice(textFrom, textTo).join('').replaceAll(/\s+/gu, ' ').trim();
    if (words !== '') found.add(`<th> ${words.slice(0, MAX_WORDS)}`);
  }
}

function layoutOf(answer: RobotAnswer): Set<string> {
  const found = new Set<string>();
  const opened = openAnswer(answer);
  if (answer.contentType === 'json') pathsOf(opened.json, '', found);
  else elementsOf(opened, found);
  return found;
}

/** How the layout of an answer differs from that of another: attributes or elements that are gone, and that are new. Values do not count. */
export function compareLayouts(before: RobotAnswer, after: RobotAnswer): { gone: string[]; added: string[] } {
  const [old, now] = [layoutOf(before), layoutOf(after)];
  const without = (one: Set<string>, other: Set<string>): string[] =>
    [...one].filter((part) => !other.has(part)).slice(0, MAX_SHOWN);
  return { gone: without(old, now), added: without(now, old) };
}
