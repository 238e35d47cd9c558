import { serverText } from '#shared/i18n/server-messages/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { toLocalText, zoneLabel } from '#shared/time/zone.ts';
import type { SubscriptionKind } from './subscription-kind.ts';

/** One value that changed, as it is kept. */
export type ChangedValue = { field: string; oldValue: string | null; newValue: string | null };

/** Whether a value is an instant. */
export const isTimeField = (field: string): boolean => /Arrival$|Departure$|^cutOff$/.test(field);

/** An instant as people at its place read it, with its zone. */
export const localTime = (at: number, zone: string): string =>
  `${toLocalText(at, zone).slice(0, 16)} ${zoneLabel(at, zone)}`;

function valueText(field: string, value: string | null, zone: string, lang: 'zh' | 'en'): string {
  if (value === null) return '—';
  if (value === 'true' || value === 'false') return serverText(`sailing.${value}`, {}, lang);
  return isTimeField(field) ? localTime(Number(value), zone) : value;
}

/** One change in words: what, from what to what, and by how many hours. */
export function changeLine(
  { field, oldValue, newValue }: ChangedValue,
  { texts }: SubscriptionKind,
  zone: string,
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
