/** A tag of a page with its attributes; `after` is where its content begins. */
export type Tag = { name: string; attributes: Readonly<Record<string, string>>; after: number };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function characterOf(code: string): string {
  const number = Number(/^x/i.test(code) ? `0${code}` : code);
  return Number.isInteger(number) && number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : '\ufffd';
}

/** Text of markup with its character references read. */
export const plainText = (markup: string): string =>
  markup.replace(/&(?:#(x?[0-9a-f]+)|([a-z]+));/gi, (all, number: string | undefined, name: string | undefined) =>
    number === undefined ? (entities[(name ?? '').toLowerCase()] ?? all) : characterOf(number),
  );

/** Where a tag that begins at `from` ends: quoted values may hold anything. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at += 1) {
    const sign = html.charAt(at);
    if (quote === '' && sign === '>') return at;
    if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
  }
  return html.length;
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, key = '', double, single, bare] of text.matchAll(
    /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g,
  ))
    found[key.toLowerCase()] = plainText(double ?? single ?? bare ?? '');
  return found;
}

/** Where the content of scripts and styles ends, which is no markup. */
function skipContent(html: string, name: string, from: number): number {
  if (name !== 'script' && name !== 'style') return from;
  const close = html.toLowerCase().indexOf(`</${name}`, from);
  return close < 0 ? html.length : close;
}

/** Tags of a page in their order; a closing one is named with its slash. */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  let at = html.indexOf('<');
  while (at >= 0 && at < html.length) {
    const comment = html.startsWith('<!--', at);
    const end = comment ? html.indexOf('-->', at) : endOfTag(html, at + 1);
    if (end < 0) break;
    const inner = comment ? '' : html.slice(at + 1, end);
    const name = (/^\/?[a-z][a-z0-9]*/i.exec(inner)?.[0] ?? '').toLowerCase();
    const after = end + (comment ? 3 : 1);
    if (name !== '') tags.push({ name, attributes: attributesOf(inner.slice(name.length)), after });
    at = html.indexOf('<', skipContent(html, name, after));
  }
  return tags;
}
