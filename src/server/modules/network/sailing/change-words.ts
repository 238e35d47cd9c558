import { serverText } from '#shared/i18n/server-messages/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import type { SubscriptionKind } from './subscription-kind.ts';

/** One value that changed, as it is kept. */
export type ChangedValue = { field: string; oldValue: string | null; newValue: string | null };

/** Whether a value is an instant. */
export const isTimeField = (field: string): boolean => /Arrival$|Departure$|^cutOff$/.test(field);

function valueText(field: string, value: string | null, zone: string | null, lang: 'zh' | 'en'): string {
  if (value === null) return '—';
  if (value === 'true' || value === 'false') return serverText(`sailing.${value}`, {}, lang);
  return isTimeField(field) ? placeTimeText(Number(value), zone, lang) : value;
}

/** One change in words: what, from what to what, and by how many hours. */
export function changeLine(
  { field, oldValue, newValue }: ChangedValue,
  { texts }: SubscriptionKind,
  zone: string | null,
  lang: 'zh' | 'en',
): string {
  const line = serverText(
    'sailing.newsLine',
    {
      field: serverText(texts.fieldOf(field), {}, lang),
      before: valueText(field, oldValue, zone, lang),
      after: valueText(field, newValue, zone, lang),
    },
    lang,
  );
  if (!isTimeField(field) || oldValue === null || newValue === null) return line;
  const hours = Math.round(((Number(newValue) - Number(oldValue)) / HOUR_MS) * 10) / 10;
  return line + serverText('sailing.newsShift', { hours: hours > 0 ? `+${hours}` : String(hours) }, lang);
}
