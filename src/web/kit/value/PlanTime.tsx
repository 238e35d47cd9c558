import { CalendarOutlined, CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons';
import type { Instant } from '#shared/time/instant.ts';
import { useT } from '#web/i18n/index.ts';
import { TimeText } from './TimeText.tsx';

/** How sure a time is: planned, estimated or actual (DCSA PLN, EST, ACT). */
export type TimeKind = 'planned' | 'estimated' | 'actual';

const ICONS = { planned: CalendarOutlined, estimated: ClockCircleOutlined, actual: CheckCircleFilled };

/** Icon and word of a kind of time, so that colour is never the only difference. */
export function TimeKindMark({ kind, wordless = false }: { kind: TimeKind; wordless?: boolean }) {
  const t = useT();
  const Icon = ICONS[kind];
  const name = t(`value.${kind}`);
  return (
    <span className="pt-kind" data-kind={kind} title={t(`value.${kind}Hint`)}>
      <Icon aria-hidden={!wordless} {...(wordless ? { 'aria-label': name } : {})} />
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
};

/** A time with its kind; nothing when there is none. */
export function PlanTime({ kind, instant, zone, wordless = false, short = false }: Props) {
  if (instant === null) return null;
  return (
    <span className="pt-plan-time">
      <TimeKindMark kind={kind} wordless={wordless} />
      <TimeText instant={instant} zone={zone ?? null} short={short} />
    </span>
  );
}
