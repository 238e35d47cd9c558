/**
 * The markup that definitions may use in every chat program: `**bold**`, `[text](https://…)`, lines that begin with `#` (heading) or
 * `>` (quote). Each program has a dialect of its own, into which it is translated; everything else is text.
 */
export type Dialect = {
  /** Between two lines, so that the second one begins a line on screen. */
  newline: string;
  /** A text that must not be read as markup of the program, such as a mention of everybody. */
  text: (text: string) => string;
  bold: (text: string) => string;
  link: (text: string, url: string) => string;
  heading: (line: string) => string;
  quote: (line: string) => string;
};

const marks = /\*\*([^*]+)\*\*|\[([^[\]]+)\]\((https?:\/\/[^\s()<>|]+)\)/g;
const lineStart = /^(#{1,6}|>) ?(.*)$/s;

function inline(line: string, dialect: Dialect): string {
  let out = '';
  let from = 0;
  for (const match of line.matchAll(marks)) {
    const [whole, bold, text = '', url = ''] = match;
    out += dialect.text(line.slice(from, match.index));
    out += bold === undefined ? dialect.link(dialect.text(text), url) : dialect.bold(dialect.text(bold));
    from = match.index + whole.length;
  }
  return out + dialect.text(line.slice(from));
}

function translateLine(line: string, dialect: Dialect): string {
  const [, mark, rest = ''] = lineStart.exec(line) ?? [];
  if (mark === undefined) return inline(line, dialect);
  // A heading is bold in most programs: marks of bold within it would end that.
  return mark === '>'
    ? dialect.quote(inline(rest, dialect))
    : dialect.heading(inline(rest.replaceAll('**', ''), dialect));
}

/** A line without markup, for a place where only a part of it fits. */
const plainOf = (line: string): string =>
  line.replace(lineStart, '$2').replaceAll(marks, (_whole, bold?: string, text?: string) => bold ?? text ?? '');

/** Room for a text: how much there is, and how much a text takes, such as bytes of UTF-8. */
export type Room = { max: number; sizeOf: (text: string) => number };

const ellipsis = '…';

/** The longest beginning that fits with an ellipsis, never within a character; nothing where not even that fits. */
export function cutTo(text: string, { max, sizeOf }: Room, written: (text: string) => string = String): string {
  if (sizeOf(written(text)) <= max) return written(text);
  const room = max - sizeOf(ellipsis);
  if (room < 0) return '';
  const characters: string[] = [];
  let used = 0;
  for (const character of text) {
    used += sizeOf(written(character));
    if (used > room) break;
    characters.push(character);
  }
  // Characters beside each other may take more room than each alone.
  while (sizeOf(written(characters.join(''))) > room) characters.pop();
  return `${written(characters.join(''))}${ellipsis}`;
}

/** A text in the dialect of a program, cut where it does not fit: by whole lines, the last of them within its plain text. */
export function translate(text: string, dialect: Dialect, room: Room): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const whole = lines.map((line) => translateLine(line, dialect)).join(dialect.newline);
  if (room.sizeOf(whole) <= room.max) return whole;
  const reserved = room.sizeOf(ellipsis);
  let out = '';
  let used = 0;
  for (const line of lines) {
    const start = out === '' ? '' : dialect.newline;
    const next = start + translateLine(line, dialect);
    const size = room.sizeOf(next);
    if (used + size + reserved > room.max) {
      const rest = { ...room, max: room.max - used - room.sizeOf(start) };
      // The ellipsis also says that further lines are missing.
      const last = cutTo(`${plainOf(line)}${ellipsis}`, rest, dialect.text);
      return last === '' ? out : out + start + last;
    }
    out += next;
    used += size;
  }
  return out;
}
