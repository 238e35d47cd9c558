import { isPlaceAttribute, parsePath } from '#domain/intake/fusion/paths.ts';
import type { Evidence, NamedKind, ReferenceData } from '#domain/exceptions/types.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import type { Lang } from '#server/platform/context.ts';

/** What the value at a path is a code of; undefined for values that are none. */
function kindAt(path: string): NamedKind | undefined {
  if (path === 'riskZone') return 'riskZone';
  const attribute = parsePath(path)?.attribute ?? '';
  if (attribute === 'carrierCode') return 'carrier';
  return isPlaceAttribute(attribute) ? 'port' : undefined;
}

/**
 * A piece of evidence as people read it: failures of sources by their reason, ports and carriers by name and code (of one that
 * nobody knows only the code), risk zones by name.
 */
export function evidenceInWords(piece: Evidence, lang: Lang, { nameOf }: Pick<ReferenceData, 'nameOf'>): Evidence {
  const { path, value } = piece;
  if (typeof value !== 'string') return piece;
  if (path === 'source.lastError') return { ...piece, value: failureText(value, lang) };
  const kind = kindAt(path);
  const name = kind && nameOf?.(kind, value, lang);
  if (name === undefined || name === value) return piece;
  return { ...piece, value: kind === 'riskZone' ? name : `${name} ${value}` };
}
