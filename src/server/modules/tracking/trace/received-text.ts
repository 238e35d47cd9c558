import { withoutSecrets } from '#server/platform/audit/secrets.ts';

/** An answer as people can read it. */
export type ReceivedText = { format: 'json' | 'xml' | 'text'; text: string; truncated: boolean };

const maxBytes = 4_000_000;
const maxCharacters = 100_000;
/** As long as the longest secret that is looked for. */
const spare = 2500;

const mark = '***';
// Every repetition has an end, or a text of one long word would take minutes.
const secretWord = '(?:password|passphrase|secret|credential|token|api[_-]?key|authorization|cookie)';
const secretName = `[\\w.-]{0,30}${secretWord}[\\w.-]{0,30}`;
/** Secrets within texts: of addresses, of headers, of elements. */
const secretForms: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`([?&;]${secretName}=)[^&;#\\s"'<>]{1,2000}`, 'gi'), `$1${mark}`],
  [/(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{6,2000}/gi, mark],
  [new RegExp(`(<(${secretName})(?:\\s[^>]{0,200})?>)[^<]{1,2000}(?=</\\2)`, 'gi'), `$1${mark}`],
  [/(?<=\/\/)[^/\s:@"']{1,60}:[^/\s@"']{1,200}(?=@)/g, mark],
];

/** Values of attributes and properties, with the sign before them. */
const quotedValue = /([=:]\s?)(?:"[^"]*"|'[^']*')/g;
const named = new RegExp(secretWord, 'i');
const LONGEST_NAME = 80;

/** Masks quoted values whose name is that of a secret: `token="…"`, `api_key: '…'`. */
const maskedValues = (text: string): string =>
  text.replace(quotedValue, (whole, sign: string, at: number) => {
    const before = text.slice(Math.max(0, at - LONGEST_NAME), at).trimEnd();
    const name = before.split(/[^\w.-]/).at(-1) ?? '';
    return named.test(name) ? `${sign}"${mark}"` : whole;
  });

const masked = (text: string): string =>
  maskedValues(secretForms.reduce((rest, [form, instead]) => rest.replace(form, instead), text));

/** Breaks a page before elements and indents by depth; one that is not well formed only gets line breaks. */
function brokenUp(xml: string): string {
  let depth = 0;
  return xml
    .replace(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(0, depth - 1);
      const shown = `${'  '.repeat(Math.min(depth, 40))}${line.trim()}`;
      if (/^<[^!?/]/.test(line) && !line.endsWith('/>') && !/<\//.test(line)) depth += 1;
      return shown;
    })
    .join('\n');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function prettyOf(text: string): Omit<ReceivedText, 'truncated'> {
  const head = text.trimStart().slice(0, 1);
  const value = head === '{' || head === '[' ? parsed(text) : undefined;
  if (value !== undefined) return { format: 'json', text: JSON.stringify(withoutSecrets(value), null, 2) };
  const shown = text.slice(0, maxCharacters + spare);
  if (head === '<') return { format: 'xml', text: brokenUp(shown) };
  // Segments of EDIFACT come in one line.
  const isInterchange = /^(?:UNA.{6}|UNB\+)/.test(shown.trimStart());
  return { format: 'text', text: isInterchange ? shown.replace(/(?<!\?)'(?!\s?\n)/g, "'\n") : shown };
}

/** An answer pretty printed, with what must not be shown masked, and cut to a size that a browser can show. */
export function readable(body: Uint8Array): ReceivedText {
  const text = new TextDecoder('utf-8').decode(body.subarray(0, maxBytes));
  const pretty = prettyOf(text);
  const truncated =
    body.byteLength > maxBytes || text.length > maxCharacters + spare || pretty.text.length > maxCharacters;
  // A secret that lies across the end is masked before it is cut off.
  const shown = masked(pretty.text.slice(0, maxCharacters + spare)).slice(0, maxCharacters);
  return { format: pretty.format, text: shown, truncated };
}
