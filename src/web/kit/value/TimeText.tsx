import type { Instant } from '#shared/time/instant.ts';
import { useT } from '#web/i18n/index.ts';
import { elapsedSince, ownZone, showTime } from './format-time.ts';

type Props = {
  instant: Instant | null | undefined;
  /** Zone of the place; leave out for moments without a place (they are shown in the reader's own zone). */
  zone?: string | null;
  /** Leaves the year out where space is short; the tooltip has it. */
  short?: boolean;
};

/** The tooltip of a moment: UTC and the reader's own time, and a word when the place's zone is unknown. */
export function useTimeTitle(): (instant: Instant, zone: string | null | undefined) => string {
  const t = useT();
  return (instant, zone) => {
    const shown = showTime(instant, zone);
    const lines = [`${t('value.utc')}  ${shown.utc}`, `${t('value.ownTime')}  ${shown.own}`];
    return (shown.zoneMissing ? [t('value.zoneMissing'), ...lines] : lines).join('\n');
  };
}

/** A moment in the place's own time with the mark of its zone. */
export function TimeText({ instant, zone = ownZone(), short = false }: Props) {
  const titleOf = useTimeTitle();
  if (instant == null) return null;
  const { text, mark, zoneMissing } = showTime(instant, zone);
  return (
    <time className="pt-time" dateTime={new Date(instant).toISOString()} title={titleOf(instant, zone)}>
      {short ? text.slice(5) : text}
      <span className={zoneMissing ? 'pt-zone pt-zone-missing' : 'pt-zone'}>{mark}</span>
    </time>
  );
}

/** A moment as plain text, for copying and exporting. */
export function timeAsText(instant: Instant | null | undefined, zone: string | null = ownZone()): string {
  if (instant == null) return '';
  const { text, mark } = showTime(instant, zone);
  return `${text} ${mark}`;
}

/** How long ago a moment was, in words; the moment itself is in the tooltip. */
export function ElapsedText({ instant, now }: { instant: Instant; now: Instant }) {
  const t = useT();
  const titleOf = useTimeTitle();
  const { unit, count, future } = elapsedSince(instant, now);
  const words = future
    ? {
        minutes: t('value.inMinutes', { count }),
        hours: t('value.inHours', { count }),
        days: t('value.inDays', { count }),
        now: t('value.now'),
      }
    : {
        minutes: t('value.minutesAgo', { count }),
        hours: t('value.hoursAgo', { count }),
        days: t('value.daysAgo', { count }),
        now: t('value.now'),
      };
  return (
    <time dateTime={new Date(instant).toISOString()} title={titleOf(instant, ownZone())}>
      {words[unit]}
    </time>
  );
}
