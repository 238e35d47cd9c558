import { trimEndOf } from '#shared/text/normalize.ts';

const name = /^[A-Z][A-Z0-9_.-]{0,99}$/;

/** The address as it is kept: without a slash at the end; undefined when it is not acceptable. */
function readAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || /[\\?#]/.test(text)) return undefined;
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return undefined;
  }
  if (url.username !== '' || url.password !== '' || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return trimEndOf(url.href, '/');
}

function readPairs(text: string): [string, unknown][] | undefined {
  if (!text.startsWith('{')) {
    return text
      .split(/[,\n]/)
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part): [string, unknown] => {
        const at = part.indexOf('=');
        return at < 0 ? [part, undefined] : [part.slice(0, at), part.slice(at + 1)];
      });
  }
  try {
    return Object.entries<unknown>(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Reads the base addresses of function interfaces, by name in upper case: a JSON object, or `NAME=url` separated by
 * commas or line ends. Undefined when any name or address is wrong, or a name is there twice.
 */
export function parseFunctionBases(text: string): Map<string, string> | undefined {
  const bases = new Map<string, string>();
  for (const [given, value] of readPairs(text.trim()) ?? [['', undefined] as const]) {
    const key = given.trim().toUpperCase();
    const address = readAddress(value);
    if (!name.test(key) || address === undefined || bases.has(key)) return undefined;
    bases.set(key, address);
  }
  return bases;
}
