import { sourceTypes, type SourceType } from '#domain/tracking/model.ts';

/** Parameters of a link to the page of precedence that shows the preview of another order of one attribute. */
export const adviceSearch = (attribute: string, order: readonly string[]): Record<string, string> => ({
  attribute,
  order: order.join('.'),
});

/** What such a link asks for; undefined where it is not an order of all types of sources. */
export function adviceOf(
  search: Readonly<Record<string, string | undefined>>,
): { attribute: string; order: SourceType[] } | undefined {
  const { attribute, order } = search;
  const named = (order ?? '').split('.');
  const types = sourceTypes.filter((type) => named.includes(type));
  if (attribute === undefined || types.length !== sourceTypes.length || named.length !== types.length) return undefined;
  return { attribute, order: named as SourceType[] };
}
