import { useMemo } from 'react';
import { openingCodes } from '#shared/reference/cutoff-codes.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import { showTime } from '../value/format-time.ts';
import { TimeStrip } from './TimeStrip.tsx';
import type { StripThing } from './time-strip.ts';

/** Less than this left is marked. */
const soonMs = 24 * HOUR_MS;

type Props = {
  cutOffs: readonly { code: string; time: Instant }[];
  /** When the vessel leaves or left. */
  departure?: Instant | undefined;
  zone: string | null;
  now: Instant;
};

/** From when and until when what has to be done before a vessel leaves, on one line with now: what is over is solid. */
export function CutOffStrip({ cutOffs, departure, zone, now }: Props) {
  const t = useT();
  const rows = useMemo(() => {
    const kindOf = (at: Instant) => (at <= now ? 'actual' : 'planned');
    const thing = (code: string, what: string, at: Instant, tone: StripThing['tone']): StripThing => ({
      key: code,
      what,
      text: `${what} ${showTime(at, zone).text.slice(5)}`,
      tone,
      spans: [{ kind: kindOf(at), from: at }],
    });
    const timeOf = (wanted: string): Instant | undefined => cutOffs.find(({ code }) => code === wanted)?.time;
    const [opens, closes] = [timeOf('EFC'), timeOf('FCO')];
    const window: StripThing[] =
      opens === undefined || closes === undefined || closes <= opens
        ? []
        : [
            {
              key: 'window',
              what: t('chart.cutOff.window'),
              spans: [{ kind: kindOf(closes), from: opens, to: closes }],
              tone: closes <= now ? 'muted' : 'ok',
            },
          ];
    const moments = cutOffs.map(({ code, time }) => {
      const isNear = !openingCodes.has(code) && time > now && time - now < soonMs;
      return thing(code, textOfKey(`value.cutoff.${code}`), time, time <= now ? 'muted' : isNear ? 'warn' : 'info');
    });
    const leaves = departure === undefined ? [] : [thing('departure', t('chart.cutOff.departure'), departure, 'info')];
    return [{ key: 'all', name: '', things: [...window, ...moments, ...leaves] }];
  }, [cutOffs, departure, zone, now, t]);
  const kindNames = useMemo(() => ({ planned: t('chart.cutOff.ahead'), actual: t('chart.cutOff.over') }), [t]);
  return (
    <TimeStrip name="cutOffs" label={t('chart.cutOff.label')} rows={rows} now={now} zone={zone} kindNames={kindNames} />
  );
}
