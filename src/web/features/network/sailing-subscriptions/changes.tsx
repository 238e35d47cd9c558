import type { ReactNode } from 'react';
import type { SailingSubscription } from '#contract/network/sailing.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { type Translate, useT } from '#web/i18n/index.ts';
import type { EventTimes } from '#web/kit/value/known-time.ts';
import { formatDays } from '#web/kit/value/format-time.ts';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import type { Turn } from './drift.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

/** What subscriptions of sailings and of flights have in common. */
export type Subscribed = Pick<
  SailingSubscription,
  'changes' | 'changeCount' | 'effectiveDate' | 'expiryDate' | 'createTime' | 'createUserCode' | 'state'
>;
export type Change = Subscribed['changes'][number];

const isTime = ({ field }: Pick<Change, 'field'>): boolean => /Arrival$|Departure$|^cutOff$/.test(field);

/** How changes of a row are shown: the name of a value, the zone of its times, and words for values that are codes. */
export type ChangeWords<Row> = {
  nameOf: (field: string) => string;
  zoneOf: (row: Row, field: string) => string | null;
  wordOf?: (field: string, value: string) => string | undefined;
  /** What is known now of when it comes or goes. */
  timesOf: (row: Row, turn: Turn) => EventTimes;
};

/** A value before or after a change. */
function ChangedValue<Row>({
  row,
  field,
  value,
  words,
}: {
  row: Row;
  field: string;
  value: string | null;
  words: ChangeWords<Row>;
}) {
  if (value === null) return <>—</>;
  if (isTime({ field })) return <TimeText instant={Number(value)} zone={words.zoneOf(row, field)} short />;
  return <span className="pt-mono">{words.wordOf?.(field, value) ?? value}</span>;
}

/** By how much a time moved in words: hours below a day. */
export function shiftText(t: Translate, shiftMs: number): string {
  const hours = Math.round(shiftMs / HOUR_MS);
  if (Math.abs(hours) >= 24) return t('sailingSubscriptions.shift', { days: formatDays(shiftMs) });
  const sign = hours > 0 ? '+' : hours < 0 ? '−' : '';
  return t('sailingSubscriptions.shiftHours', { hours: `${sign}${Math.abs(hours)}` });
}

/** By how much a time moved; nothing where it came or went, or is no time. */
function Shift({ change }: { change: Change }) {
  const t = useT();
  const { oldValue, newValue } = change;
  if (!isTime(change) || oldValue === null || newValue === null) return null;
  const shift = Number(newValue) - Number(oldValue);
  return (
    <span className="pt-sub-shift" data-late={shift > 0 || undefined}>
      {shiftText(t, shift)}
    </span>
  );
}

type LastProps<Row> = { row: Row; words: ChangeWords<Row>; onAll: ((row: Row) => void) | undefined };

/** The newest change: what, from what to what, and by how much; a button shows the others. */
function LastChange<Row extends Subscribed>({ row, words, onAll }: LastProps<Row>) {
  const t = useT();
  const [change] = row.changes;
  if (change === undefined) return <span className="pt-muted">{t('sailingSubscriptions.unchanged')}</span>;
  const { field, oldValue, newValue } = change;
  const value = (text: string | null): ReactNode => <ChangedValue row={row} field={field} value={text} words={words} />;
  return (
    <span>
      {words.nameOf(field)} {value(oldValue)} → {value(newValue)} <Shift change={change} />{' '}
      {row.changeCount > 1 && onAll !== undefined && (
        <button type="button" className="pt-link pt-sub-all" onClick={() => onAll(row)}>
          {t('sailingSubscriptions.changeCount', { count: row.changeCount })}
        </button>
      )}
    </span>
  );
}

/** The newest change as plain text. */
function lastChangeText<Row extends Subscribed>(row: Row, { nameOf, zoneOf, wordOf }: ChangeWords<Row>): string {
  const [change] = row.changes;
  if (change === undefined) return '';
  const { field, oldValue, newValue } = change;
  const text = (value: string | null): string => {
    if (value === null) return '—';
    return isTime(change) ? timeAsText(Number(value), zoneOf(row, field)) : (wordOf?.(field, value) ?? value);
  };
  return `${nameOf(field)} ${text(oldValue)} → ${text(newValue)}`;
}

/** The cell of the newest change; `onAll` shows all of them. */
export const lastChangeCell = <Row extends Subscribed>(
  words: ChangeWords<Row>,
  onAll?: (row: Row) => void,
): Cell<Row> => ({
  text: (row) => lastChangeText(row, words),
  render: (row) => <LastChange row={row} words={words} onAll={onAll} />,
});

type AllProps<Row> = { row: Row; changes: readonly Change[]; words: ChangeWords<Row> };

/** Every change of what is subscribed, the newest first: when it was heard, what, from what to what, and by how much. */
export function ChangeTable<Row>({ row, changes, words }: AllProps<Row>) {
  const t = useT();
  if (changes.length === 0) return <p className="pt-muted">{t('sailingSubscriptions.unchanged')}</p>;
  const titles = ['time', 'field', 'oldValue', 'newValue', 'shift'] as const;
  return (
    <div className="pt-sub-scroll" tabIndex={0} role="group" aria-label={t('sailingSubscriptions.allChanges')}>
      <MiniTable
        label={t('sailingSubscriptions.allChanges')}
        columns={titles.map((title) => ({ key: title, title: t(`sailingSubscriptions.change.${title}`) }))}
        rows={changes}
        rowKey={(_row, index) => index}
        cells={(change) => ({
          time: <TimeText instant={change.time} short />,
          field: words.nameOf(change.field),
          oldValue: <ChangedValue row={row} field={change.field} value={change.oldValue} words={words} />,
          newValue: <ChangedValue row={row} field={change.field} value={change.newValue} words={words} />,
          shift: <Shift change={change} />,
        })}
      />
    </div>
  );
}
