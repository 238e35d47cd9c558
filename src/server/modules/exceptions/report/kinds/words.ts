import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { operatorOf } from '#shared/reference/operators.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A number as people read it in both languages. */
export const numberText = (value: number): string => value.toLocaleString('en-US');

/** A share of a whole in percent; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100);

/** The date of a moment on the clocks of a zone. */
export const dayText = (instant: Instant, zone: string): string => placeTimeStr(instant, zone).slice(0, 10);

/** Date and time to the minute on the clocks of a zone. */
export const minuteText = (instant: Instant, zone: string): string => placeTimeStr(instant, zone).slice(0, 16);

/** The short name of a carrier; its code where it has none. */
export function carrierName(code: string, lang: Lang, { carriers, airlines }: ReferenceSnapshot): string {
  const known = carriers.get(code) ?? airlines.get(code) ?? operatorOf(code);
  return (lang === 'zh' ? known?.nameCn : known?.nameEn) ?? known?.nameEn ?? code;
}

/** The name of a port, an airport or a rail station; its code where it has none. */
export function portName(code: string, lang: Lang, { ports, otherPlaces }: ReferenceSnapshot): string {
  const port = ports.get(code) ?? otherPlaces.get(code);
  return (lang === 'zh' ? port?.nameCn : undefined) ?? port?.name ?? code;
}
