import { trimEndOf } from '#shared/text/normalize.ts';
import { fillPath } from '#shared/function/placeholders.ts';

// No percent sign, backslash, at sign, blank or hash: nothing that could stand for another host or a way upwards.
const plainPath = /^\/[A-Za-z0-9._~!$&'()*+,;=:/-]*(\?[A-Za-z0-9._~!$&'()*+,;=:/?-]*)?$/;
const plainMark = /\{\{\s*[A-Za-z][A-Za-z0-9_]*\s*\}\}/g;

/**
 * The address of a function below its base address, or undefined when the path leads, or could lead, anywhere else:
 * to another host, above the base, or by letters that servers decode in different ways.
 */
export function functionUrl(base: string, path: string, values: Readonly<Record<string, string>>): URL | undefined {
  if (path.startsWith('//') || !plainPath.test(path.replaceAll(plainMark, 'x'))) return undefined;
  const filled = fillPath(path, values);
  const segments = (filled.split('?')[0] ?? '').split('/').slice(1);
  // Some servers decode a segment before they split the path.
  const parts = segments.flatMap((segment) => decodeURIComponent(segment).split(/[/\\]/));
  if (parts.some((part) => part === '.' || part === '../..')) return undefined;
  // An empty part in the middle would come from an empty value and change what is called.
  if (segments.slice(0, -1).includes('')) return undefined;
  const root = new URL(base);
  const rootPath = trimEndOf(root.pathname, '/');
  let url: URL;
  try {
    url = new URL(`${root.origin}${rootPath}${filled}`);
  } catch {
    return undefined;
  }
  const isBelow = url.origin === root.origin && url.pathname.startsWith(`${rootPath}/`);
  return isBelow && url.username === '' && url.password === '' && url.hash === '' ? url : undefined;
}
