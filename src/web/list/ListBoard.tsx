import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { WeekCounts } from '#contract/list-calls.ts';
import type { CallName } from '#contract/paths.ts';
import { BOARD_WEEKS, type List, NO_WEEK, OVERDUE, valueAt } from '#shared/list/declare.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { BOARD_FROM } from './list-address.ts';
import type { ListInUse } from './use-list.tsx';
import './board.css';

const DAY_MS = 86_400_000;

type Rows = WeekCounts & { records: readonly unknown[] };
type Answer = {
  weeks: readonly (Rows & { week: string })[];
  overdue: Rows;
  earlier: WeekCounts;
  later: WeekCounts;
  none: WeekCounts;
  thisWeek: string;
};

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** First and last day of a week, without the year. */
const weekText = (day: string): string => `${day.slice(5)} – ${dayAfter(day, 6).slice(5)}`;

type Props = Pick<ListInUse<List>, 'list' | 'control' | 'question'> & {
  /** How a row of the list is shown. */
  card: (row: unknown) => ReactNode;
};

type BarProps = {
  answer: Answer;
  /** How the list names its rows without a week. */
  noWeekName: string;
  /** The board was moved away from this week. */
  moved: boolean;
  onMove: (from: string) => void;
  onShowNoWeek: () => void;
};

/** Moves the board by its weeks, with the counts before and after them, and opens the rows without a week. */
function BoardBar({ answer, noWeekName, moved, onMove, onShowNoWeek }: BarProps) {
  const t = useT();
  const { weeks, earlier, later, none, thisWeek } = answer;
  const first = weeks[0]?.week ?? thisWeek;
  return (
    <div className="pt-board-bar">
      <Button size="small" icon={<LeftOutlined />} onClick={() => onMove(dayAfter(first, -7 * BOARD_WEEKS))}>
        {t('table.board.earlier', { count: earlier.count })}
      </Button>
      <Button size="small" disabled={!moved} onClick={() => onMove('')}>
        {t('table.board.thisWeek')}
      </Button>
      <Button
        size="small"
        icon={<RightOutlined />}
        iconPlacement="end"
        onClick={() => onMove(dayAfter(first, 7 * BOARD_WEEKS))}
      >
        {t('table.board.later', { count: later.count })}
      </Button>
      <button type="button" className="pt-link pt-board-none" onClick={onShowNoWeek}>
        {noWeekName} {formatCount(none.count)}
      </button>
    </div>
  );
}

/** The rows of a list as cards in columns by week, with exact counts; a count opens its rows in the table. */
export function ListBoard({ list, control, question, card }: Props) {
  const t = useT();
  const lang = useLang();
  const { board } = list;
  const { values } = control.state;
  const weekFrom = values[BOARD_FROM];
  const { currentPage: _page, pageSize: _size, sortRules: _sort, ...filters } = question;
  const query = useCall((board?.call ?? '') as CallName, { ...filters, weekFrom } as never, { keep: true });
  if (board === undefined) return null;
  const show = (week: string): void => {
    const { [BOARD_FROM]: _from, as: _as, ...others } = values;
    control.change({ values: { ...others, [board.filter]: [week] }, page: 1 }, { push: true });
  };
  const move = (from: string): void => control.change({ values: { ...values, [BOARD_FROM]: from } });
  const marked = ({ marked: count }: WeekCounts): ReactNode =>
    count > 0 && (
      <span className="pt-board-marked">
        {formatCount(count)} {board.marked[lang]}
      </span>
    );
  return (
    <Loaded query={query as never}>
      {(answer) => {
        const counted = answer as unknown as Answer;
        const { weeks, overdue, thisWeek } = counted;
        const column = (name: string, title: string, opens: string, rows: Rows): ReactNode => (
          <li key={name} data-now={name === thisWeek || undefined} data-overdue={name === OVERDUE || undefined}>
            <header>
              <button type="button" className="pt-link" aria-label={opens} onClick={() => show(name)}>
                <b>{formatCount(rows.count)}</b>
              </button>
              <span>
                {title}
                {name === thisWeek && ` · ${t('table.board.thisWeek')}`}
              </span>
              {marked(rows)}
            </header>
            <ul tabIndex={rows.records.length > 0 ? 0 : undefined} aria-label={title}>
              {rows.records.map((row) => (
                <li key={String(valueAt(row, list.id))}>{card(row)}</li>
              ))}
              {rows.count > rows.records.length && (
                <li>
                  <button type="button" className="pt-link" onClick={() => show(name)}>
                    {t('table.board.more', { count: rows.count - rows.records.length })}
                  </button>
                </li>
              )}
            </ul>
          </li>
        );
        return (
          <section className="pt-board" aria-label={board.label[lang]}>
            <BoardBar
              answer={counted}
              noWeekName={board.none[lang]}
              moved={weekFrom !== undefined}
              onMove={move}
              onShowNoWeek={() => show(NO_WEEK)}
            />
            <ol className="pt-board-weeks">
              {overdue.count > 0 &&
                column(OVERDUE, board.overdue[lang], t('table.board.openOverdue', { count: overdue.count }), overdue)}
              {weeks.map(({ week, ...rows }) =>
                column(week, weekText(week), t('table.board.openWeek', { week, count: rows.count }), rows),
              )}
            </ol>
          </section>
        );
      }}
    </Loaded>
  );
}
