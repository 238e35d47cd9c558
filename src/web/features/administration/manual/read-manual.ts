/** A part of a line: plain, strong, as typed, or a link within the manual or to a document. */
export type Inline = { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'link'; text: string; href: string };

/** A paragraph, a list, a picture by its file name, or a heading below the chapter's own. */
export type Block =
  | { kind: 'text' | 'heading'; line: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'image'; alt: string; file: string };

/** One chapter: all about one page of the product, or one role. `id` is the file with the anchor of the heading. */
export type Chapter = { id: string; book: string; title: string; route: string | undefined; blocks: Block[] };

const marks = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^[\]]+)\]\(([^()]+)\)/g;

/** A line of Markdown as its parts. */
export function readLine(line: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const { 0: whole, 1: strong, 2: code, 3: text = '', 4: href, index } of line.matchAll(marks)) {
    if (index > at) parts.push({ kind: 'text', text: line.slice(at, index) });
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (href !== undefined) parts.push({ kind: 'link', text, href });
    at = index + whole.length;
  }
  if (at < line.length) parts.push({ kind: 'text', text: line.slice(at) });
  return parts;
}

const chinese = /[\p{Script=Han}，。：；、！？“”（）《》]/u;
const isChinese = (sign: string | undefined): boolean => sign !== undefined && chinese.test(sign);

/** Lines of a paragraph as one; between Chinese characters there is no space. */
const joined = (lines: readonly string[]): string =>
  lines.reduce((all, line) => (isChinese(all.at(-1)) && isChinese(line[0]) ? `${all}${line}` : `${all} ${line}`));

const image = /^!\[([^[\]]*)\]\(([^()]+)\)$/;
const item = /^(?:-|\d+\.) /;

function readBlock(lines: readonly string[]): Block {
  const [first = ''] = lines;
  const picture = image.exec(first);
  if (picture !== null) return { kind: 'image', alt: picture[1] ?? '', file: picture[2]?.split('/').at(-1) ?? '' };
  if (first.startsWith('### ')) return { kind: 'heading', line: readLine(first.slice(4)) };
  if (!item.test(first)) return { kind: 'text', line: readLine(joined(lines)) };
  const items: string[][] = [];
  for (const line of lines) {
    if (item.test(line)) items.push([line.replace(item, '')]);
    else items.at(-1)?.push(line.trim());
  }
  return { kind: 'list', ordered: /^\d/.test(first), items: items.map((one) => readLine(joined(one))) };
}

/** The anchor of a heading, as hosts of repositories make it. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/**
 * The chapters of a file of the manual, which begins with its own title. `## ` begins a chapter; a comment before it names the page of
 * the product: `<!-- /sources -->`. What stands before the first chapter is one too, under the title of the file.
 */
export function readChapters(file: string, markdown: string): Chapter[] {
  const chapters: Chapter[] = [];
  let route: string | undefined;
  const book = /^# (.+)/.exec(markdown)?.[1] ?? file;
  for (const block of markdown.split(/\n\n+/)) {
    const lines = block.split('\n').filter((line) => line !== '');
    const comment = /^<!-- (\/[\w/-]+) -->$/.exec(lines[0] ?? '');
    if (comment !== null) {
      route = comment[1];
      lines.shift();
    }
    const [first] = lines;
    if (first === undefined) continue;
    const level = first.startsWith('# ') ? 1 : first.startsWith('## ') ? 2 : 0;
    if (level === 0) chapters.at(-1)?.blocks.push(readBlock(lines));
    else {
      const title = first.slice(level + 1);
      chapters.push({ id: level === 1 ? file : `${file}#${anchorOf(title)}`, book, title, route, blocks: [] });
      route = undefined;
    }
  }
  return chapters.filter(({ blocks }) => blocks.length > 0);
}
