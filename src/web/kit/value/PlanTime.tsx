import type { Instant } from '#shared/time/instant.ts';
import { useT } from '#web/i18n/index.ts';
import { bestTimeOf, type EventTimes, timeKindAt, type TimeKind } from './known-time.ts';
import { Glyph } from './Glyph.tsx';
import { shortTimeText, TimeText } from './TimeText.tsx';

const GLYPHS = { planned: 'calendar', estimated: 'clock', actual: 'done', overdue: 'clock' } as const;

/** Icon and word of a kind of time, so that colour is never the only difference. */
export function TimeKindMark({ kind, wordless = false }: { kind: TimeKind; wordless?: boolean }) {
  const t = useT();
  const name = t(`value.${kind}`);
  return (
    <span className="pt-kind" data-kind={kind} data-wordless={wordless || undefined} title={t(`value.${kind}Hint`)}>
      <Glyph name={GLYPHS[kind]} label={wordless ? name : undefined} />
      {!wordless && name}
    </span>
  );
}

type Props = {
  kind: TimeKind;
  instant: Instant | null;
  zone: string | null | undefined;
  wordless?: boolean;
  short?: boolean;
  source?: string | undefined;
};

/** A time with its kind; nothing when there is none. */
export function PlanTime({ kind, instant, zone, wordless = false, short = false, source }: Props) {
  if (instant === null) return null;
  return (
    <span className="pt-plan-time" data-time-kind={kind}>
      <TimeKindMark kind={kind} wordless={wordless && kind !== 'overdue'} />
      <TimeText instant={instant} zone={zone ?? null} short={short} source={source} />
    </span>
  );
}

/** A moment as `PlanTime` draws it where space is short, with room for its icon: lists measure their columns by it. */
export const shortPlanText = (instant: Instant | null, zone: string | null): string =>
  instant === null ? '' : `\u2003\u2003${shortTimeText(instant, zone)}`;

type BestProps = Omit<Props, 'kind' | 'instant'> & { times: EventTimes };

/** The time of a milestone or a call that counts, with its kind: actual before estimated before planned. */
export function BestTime({ times, ...rest }: BestProps) {
  const best = bestTimeOf(times);
  return best === undefined ? null : <PlanTime {...best} {...rest} />;
}

type PathProps = { path: string; instant: Instant; zone: string | null | undefined };

/** The time at a path of a shipment, with its kind where it has one. */
export function TimeAtPath({ path, instant, zone }: PathProps) {
  const kind = timeKindAt(path);
  if (kind === undefined) return <TimeText instant={instant} zone={zone ?? null} />;
  return <PlanTime wordless kind={kind} instant={instant} zone={zone} />;
}
