type Mark = { kind: string; name: string; from: number; to: number; closedBy: number };

const pattern = /\{\{([#^/])(\w+)\}\}/g;

/** The marks of sections in a text, and by which mark each opening one is closed: the next one with its name. */
function marksOf(text: string): Mark[] {
  const marks = [...text.matchAll(pattern)].map(({ 0: whole, 1: kind = '', 2: name = '', index }) => ({
    kind,
    name,
    from: index,
    to: index + whole.length,
    closedBy: -1,
  }));
  const next = new Map<string, number>();
  for (const [index, mark] of [...marks.entries()].toReversed()) {
    if (mark.kind === '/') next.set(mark.name, index);
    else mark.closedBy = next.get(mark.name) ?? -1;
  }
  return marks;
}

/**
 * The parts of a text that are shown: `{{#name}}..{{/name}}` only with that name, `{{^name}}..{{/name}}` only without it. One
 * section may stand within another. A mark that opens or closes nothing stays as it is.
 */
export function shownSections(text: string, has: (name: string) => boolean): string {
  const marks = marksOf(text);
  const ends: number[] = [];
  let shown = '';
  let at = 0;
  for (let index = 0; index < marks.length; index += 1) {
    const mark = marks[index];
    if (mark === undefined) break;
    const isEnd = ends.at(-1) === index;
    const isOpen = mark.closedBy >= 0 && mark.closedBy < (ends.at(-1) ?? marks.length);
    if (!isEnd && !isOpen) continue;
    shown += text.slice(at, mark.from);
    at = mark.to;
    if (isEnd) ends.pop();
    else if (has(mark.name) === (mark.kind === '#')) ends.push(mark.closedBy);
    else {
      index = mark.closedBy;
      at = marks[index]?.to ?? at;
    }
  }
  return shown + text.slice(at);
}
