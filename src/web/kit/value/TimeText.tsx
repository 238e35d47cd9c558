import { isDay } from '#shared/time/day.ts';
import { MINUTE_MS, type Instant } from '#shared/time/instant.ts';
import { useT } from '#web/i18n/index.ts';
import { ownZone } from '#web/base/zone.ts';
import { elapsedSince, showTime } from './format-time.ts';
import '../value.css';

type Props = {
  instant: Instant | null | undefined;
  /** Zone of the place; leave out for moments without a place (they are shown in the reader's own zone). */
  zone?: string | null;
  /** Leaves the year out where space is short; the tooltip has it. */
  short?: boolean;
  /** Where it comes from, as a line of the tooltip. */
  source?: string | undefined;
};

/** The tooltip of a moment: UTC and the reader's own time, and a word when the place's zone is unknown. */
function useTimeTitle(): (instant: Instant, zone: string | null | undefined) => string {
  const t = useT();
  return (instant, zone) => {
    const shown = showTime(instant, zone);
    const lines = [`${t('value.utc')}  ${shown.utc}`, `${t('value.ownTime')}  ${shown.own}`];
    return (shown.zoneMissing ? [t('value.zoneMissing'), ...lines] : lines).join('\n');
  };
}

/**
 * A moment in the place's own time with the mark of its zone. What the product itself recorded is shown to the second,
 * a time at a place to the minute, as carriers tell it.
 */
export function TimeText({ instant, zone, short = false, source }: Props) {
  const titleOf = useTimeTitle();
  if (instant == null) return null;
  const place = zone === undefined ? ownZone() : zone;
  const { text, full, mark, zoneMissing } = showTime(instant, place);
  const lines = titleOf(instant, place);
  return (
    <time
      className="pt-time"
      dateTime={new Date(instant).toISOString()}
      title={source === undefined ? lines : `${lines}\n${source}`}
    >
      {short ? text.slice(5) : zone === undefined ? full : text}
      <span className={zoneMissing ? 'pt-zone pt-zone-missing' : 'pt-zone'}>{mark}</span>
    </time>
  );
}

/** A moment as plain text, for copying and exporting. */
export function timeAsText(instant: Instant | null | undefined, zone?: string | null): string {
  if (instant == null) return '';
  const { text, full, mark } = showTime(instant, zone === undefined ? ownZone() : zone);
  return `${zone === undefined ? full : text} ${mark}`.trimEnd();
}

/** Moments as plain text in the time of a zone; all of them to the second as soon as one is not at a full minute. */
export function timesAsText(instants: readonly Instant[], zone: string): string[] {
  const exact = instants.some((instant) => instant % MINUTE_MS !== 0 && !isDay(instant));
  return instants.map((instant) => {
    const { text, full, mark } = showTime(instant, zone);
    return `${exact ? full : text} ${mark}`.trimEnd();
  });
}

/** A moment as `TimeText` draws it where space is short. */
export function shortTimeText(instant: Instant | null | undefined, zone?: string | null): string {
  if (instant == null) return '';
  const { text, mark } = showTime(instant, zone === undefined ? ownZone() : zone);
  return `${text.slice(5)} ${mark}`.trimEnd();
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
