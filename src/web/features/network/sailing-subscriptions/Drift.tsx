import { useMemo } from 'react';
import { useCall } from '#web/base/use-call.ts';
import { type Translate, useT } from '#web/i18n/index.ts';
import { ChartFrame } from '#web/kit/chart/ChartFrame.tsx';
import { Spark } from '#web/kit/chart/Spark.tsx';
import { StepChart } from '#web/kit/chart/StepChart.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { type Change, ChangeTable, type ChangeWords, shiftText, type Subscribed } from './changes.tsx';
import { driftOf, type DriftPoint, shiftOf, type Turn, turns } from './drift.ts';

const wordsOf = (t: Translate, turn: Turn, shift: number): string =>
  t(`sailingSubscriptions.drift.${turn}`, { shift: shiftText(t, shift) });

/** How arrival and departure moved, the one that moved most first; those that nobody knows are left out. */
function driftsOf<Row extends Subscribed>(row: Row, { timesOf }: ChangeWords<Row>) {
  return turns
    .map((turn) => ({ turn, points: driftOf(timesOf(row, turn), row.changes, turn, row.createTime) }))
    .flatMap(({ turn, points }) => {
      const shift = shiftOf(points);
      return shift === undefined ? [] : [{ turn, points, shift }];
    })
    .toSorted((a, b) => Math.abs(b.shift) - Math.abs(a.shift) || b.points.length - a.points.length);
}

function driftText<Row extends Subscribed>(t: Translate, row: Row, words: ChangeWords<Row>): string {
  const drifts = driftsOf(row, words);
  const moved = drifts.filter(({ points }) => points.length > 1);
  if (moved.length === 0) return drifts.length === 0 ? '' : t('sailingSubscriptions.drift.none');
  const sourceText = moved.map(({ turn, shift }) => wordsOf(t, turn, shift)).join(' · ');
  const isPart = row.changeCount > row.changes.length;
  return isPart ? t('sailingSubscriptions.drift.part', { drift: sourceText, count: row.changes.length }) : sourceText;
}

/** The cell of a row: how far its times moved since it was subscribed, the one that moved most as a line. */
export const driftCell = <Row extends Subscribed>(t: Translate, words: ChangeWords<Row>): Cell<Row> => ({
  text: (row) => driftText(t, row, words),
  render: (row) => {
    const [limit] = driftsOf(row, words);
    if (limit === undefined) return null;
    const { turn, points, shift } = limit;
    if (points.length < 2) return <span className="pt-muted">{t('sailingSubscriptions.drift.none')}</span>;
    return (
      <span className="pt-sub-drift">
        <Spark values={points.map(({ value }) => value)} shape="steps" label={driftText(t, row, words)} />
        <span data-late={shift > 0 || undefined}>{wordsOf(t, turn, shift)}</span>
      </span>
    );
  },
});

type ChartProps = { turn: Turn; points: readonly DriftPoint[]; until: number; zone: string | null };

function DriftChart({ turn, points, until, zone }: ChartProps) {
  const t = useT();
  const label = t(`sailingSubscriptions.drift.title${turn}`);
  const [known, moved] = [t('sailingSubscriptions.change.time'), t('sailingSubscriptions.change.shift')];
  const steps = useMemo(
    () =>
      points.map(({ at, value }) => ({
        x: at,
        y: value,
        note: shiftText(t, value - (points[0]?.value ?? value)),
      })),
    [points, t],
  );
  return (
    <ChartFrame
      silent
      name="subscription-drift"
      label={label}
      title={label}
      table={{
        columns: [known, label, moved],
        rows: steps.map(({ x, y, note }, index) => ({
          key: String(index),
          cells: [timeAsText(x), timeAsText(y, zone), index === 0 ? '' : note],
        })),
      }}
    >
      <StepChart points={steps} until={until} zone={zone} label={label} names={{ x: known, y: label }} />
    </ChartFrame>
  );
}

type Props<Row> = { row: Row; changes: readonly Change[]; words: ChangeWords<Row> };

/** How arrival and departure moved since a row was subscribed, a picture for each that moved. */
export function DriftCharts<Row extends Subscribed>({ row, changes, words }: Props<Row>) {
  const clock = useCall('getWorld', undefined, { staleTime: 0, refetchInterval: 60_000 });
  const drifts = useMemo(() => driftsOf({ ...row, changes }, words), [row, changes, words]);
  return (
    <>
      {drifts
        .filter(({ points }) => points.length > 1)
        .map(({ turn, points }) => (
          <DriftChart
            key={turn}
            turn={turn}
            points={points}
            until={clock.data?.now ?? points.at(-1)?.at ?? 0}
            zone={words.zoneOf(row, `planned${turn}`)}
          />
        ))}
    </>
  );
}

/** How far times moved since the subscription was made, and every change behind it. */
export function AllChanges<Row extends Subscribed>(props: Props<Row>) {
  return (
    <>
      <DriftCharts {...props} />
      <ChangeTable {...props} />
    </>
  );
}
