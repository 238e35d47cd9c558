import { FilterOutlined, SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { RowMenu } from './action-columns.tsx';
import { cardParts, type CardParts, factsOf } from './card-model.ts';
import { applyScheme, type DataColumn, type RowAction, type DataTableProps } from './column-model.ts';
import { toggled, UnfoldButton } from './expand.tsx';
import { isPlain } from './plain-place.ts';
import { pageState, setSelected } from './selection.ts';
import type { SortRule } from './sort-rules.ts';
import { useTableKeyboard } from './use-table-keyboard.ts';
import './cards.css';

/** So long a finger rests on a card that it selects it, in milliseconds. */
const LONG_PRESS_MS = 500;

/** The rows of a list as cards, as a phone shows them: name, state, what is wrong, one act, and the others in a menu. */
export function CardRows<Row extends object>(props: DataTableProps<Row>) {
  const { rows, rowKey, selection, onSelection, actions = [], onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () => applyScheme(props.columns, props.scheme, props.sortRules),
    [props.columns, props.scheme, props.sortRules],
  );
  const parts = useMemo(() => cardParts(columns), [columns]);
  const tick =
    selection === undefined || onSelection === undefined
      ? undefined
      : (row: Row) => onSelection(setSelected(selection, [[rowKey(row), row]], !selection.ids.includes(rowKey(row))));
  useTableKeyboard({
    box,
    rows,
    rowKey,
    columnKeys: parts.title === undefined ? [] : [parts.title.key],
    actions,
    onOpen,
    onToggle: tick,
    selecting: selection !== undefined && selection.ids.length > 0,
  });
  const inMenu = actions.filter(({ keyOnly }) => keyOnly !== true);
  const main =
    inMenu.find((action) => action.main === true) ??
    inMenu.find((action) => action.column === true && action.key !== 'delete') ??
    inMenu.find((action) => action.run !== onOpen && action.key !== 'delete');
  return (
    <div
      ref={box}
      className="pt-table pt-cards-box"
      role="region"
      aria-label={props.label}
      aria-busy={props.refreshing}
    >
      <CardTools {...props} box={box} />
      {rows.length === 0 && props.placeholder}
      <ul className="pt-cards" role="list" aria-label={props.label}>
        {rows.map((row) => (
          <Card<Row>
            key={rowKey(row)}
            row={row}
            id={rowKey(row)}
            parts={parts}
            ticked={selection?.ids.includes(rowKey(row)) ?? false}
            tick={tick}
            open={onOpen}
            main={main}
            actions={actions}
            className={props.rowClassName?.(row) ?? ''}
            expanding={props.expanding}
          />
        ))}
      </ul>
    </div>
  );
}

type CardProps<Row> = Pick<DataTableProps<Row>, 'expanding'> & {
  row: Row;
  id: string;
  parts: CardParts<DataColumn<Row>>;
  ticked: boolean;
  tick: ((row: Row) => void) | undefined;
  open: ((row: Row) => void) | undefined;
  main: RowAction<Row> | undefined;
  actions: readonly RowAction<Row>[];
  className: string;
};

const drawn = <Row,>(column: DataColumn<Row>, row: Row): ReactNode => column.render?.(row) ?? column.text(row);

/** A place of the card itself: what hangs above the page, such as its menu, and what unfolds below are none. */
const isOwn = (card: Element, target: EventTarget): boolean =>
  target instanceof Element && card.contains(target) && isPlain(target) && target.closest('.pt-card-unfolded') === null;

function Card<Row extends object>({
  row,
  id,
  parts,
  ticked,
  tick,
  open,
  main,
  actions,
  className,
  expanding,
}: CardProps<Row>) {
  const t = useT();
  const { title, states, about, facts } = parts;
  const name = title?.text(row) ?? '';
  const press = useLongPress(tick && (() => tick(row)));
  const unfolded = expanding?.keys.includes(id) ?? false;
  return (
    <li
      className={`pt-card ant-table-row ${className}`}
      data-row-key={id}
      data-ticked={ticked || undefined}
      data-opens={open !== undefined || undefined}
      {...press.handlers}
      onClick={({ target, currentTarget }) => {
        if (!press.wasLong() && isOwn(currentTarget, target)) open?.(row);
      }}
    >
      <div className="pt-card-head">
        {tick !== undefined && (
          <Checkbox checked={ticked} aria-label={t('views.cards.select', { name })} onChange={() => tick(row)} />
        )}
        {title !== undefined && <Title column={title} row={row} open={open} />}
        <span className="pt-card-states">
          {states.map((column) => (
            <span key={column.key} title={column.title}>
              {drawn(column, row)}
            </span>
          ))}
        </span>
        {actions.length > 0 && <RowMenu row={row} actions={actions} label={t('views.cards.more', { name })} />}
      </div>
      {about.map(
        (column) =>
          column.text(row) !== '' && (
            <div key={column.key} className="pt-card-about" title={column.title}>
              {drawn(column, row)}
            </div>
          ),
      )}
      <dl className="pt-card-facts">
        {factsOf(facts, row).map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{drawn(column, row)}</dd>
          </div>
        ))}
      </dl>
      {(main !== undefined || expanding !== undefined) && (
        <div className="pt-card-acts">
          {expanding && (
            <UnfoldButton
              name={expanding.nameOf(row)}
              open={unfolded}
              onClick={() => expanding.onKeys(toggled(expanding.keys, id))}
            />
          )}
          {main && (
            <Button icon={main.icon} onClick={() => main.run(row)}>
              {main.label}
            </Button>
          )}
        </div>
      )}
      {unfolded && <div className="pt-card-unfolded">{expanding?.render(row)}</div>}
    </li>
  );
}

/** The name of a row: the button that opens it, or what the list shows there, often a link. */
function Title<Row>({
  column,
  row,
  open,
}: {
  column: DataColumn<Row>;
  row: Row;
  open: ((row: Row) => void) | undefined;
}) {
  const text = column.text(row);
  if (open === undefined)
    return (
      <span className="pt-card-title" data-column={column.key} tabIndex={-1}>
        {drawn(column, row)}
      </span>
    );
  return (
    <button type="button" className="pt-card-title" data-column={column.key} onClick={() => open(row)}>
      {text === '' ? '—' : text}
    </button>
  );
}

/** A finger that rests on a card selects it; the click that follows opens nothing. */
function useLongPress(onLong: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const long = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    wasLong: (): boolean => {
      const was = long.current;
      long.current = false;
      return was;
    },
    handlers:
      onLong === undefined
        ? {}
        : {
            onPointerDown: ({ pointerType, target }: { pointerType: string; target: EventTarget }) => {
              long.current = false;
              stop();
              if (pointerType !== 'touch' || !isPlain(target)) return;
              timer.current = setTimeout(() => {
                long.current = true;
                onLong();
              }, LONG_PRESS_MS);
            },
            onPointerUp: stop,
            onPointerCancel: stop,
            onPointerLeave: stop,
          },
  };
}

/** Filter, order and the selection of the page: what heads and form of the table are for. */
function CardTools<Row extends object>(props: DataTableProps<Row> & { box: RefObject<HTMLDivElement | null> }) {
  const { box, rows, rowKey, selection, onSelection, columns, sortRules = [], onSort } = props;
  const t = useT();
  const filter = useFilterSheet(box);
  const sorts = columns.filter(({ sortName }) => sortName !== undefined);
  const ticked = selection === undefined ? 'none' : pageState(selection, rows.map(rowKey));
  return (
    <div className="pt-cards-tools">
      {filter.exists && (
        <Button
          icon={<FilterOutlined />}
          aria-expanded={filter.open}
          className="pt-cards-filter"
          onClick={filter.toggle}
        >
          {t('views.cards.filter')}
        </Button>
      )}
      {onSort && sorts.length > 0 && <SortChoice columns={sorts} rules={sortRules} onSort={onSort} />}
      {selection && onSelection && rows.length > 0 && (
        <Checkbox
          checked={ticked === 'all'}
          indeterminate={ticked === 'some'}
          onChange={() =>
            onSelection(
              setSelected(
                selection,
                rows.map((row) => [rowKey(row), row]),
                ticked !== 'all',
              ),
            )
          }
        >
          {t('views.cards.page')}
        </Checkbox>
      )}
      {filter.open && (
        <button type="button" className="pt-cards-behind" aria-label={t('views.cards.close')} onClick={filter.toggle} />
      )}
    </div>
  );
}

/** Order by one column: the choice is the phone's own sheet. */
function SortChoice<Row>({
  columns,
  rules,
  onSort,
}: {
  columns: readonly DataColumn<Row>[];
  rules: readonly SortRule[];
  onSort: (rules: SortRule[]) => void;
}) {
  const t = useT();
  const id = useId();
  const [first] = rules;
  const descending = first?.sortType === 'desc';
  return (
    <span className="pt-cards-sort">
      <label htmlFor={id} className="pt-sr-only">
        {t('views.cards.sort')}
      </label>
      <select
        id={id}
        value={first?.columnName ?? ''}
        onChange={({ target: { value } }) =>
          onSort(value === '' ? [] : [{ columnName: value, sortType: first?.sortType ?? 'asc' }])
        }
      >
        <option value="">{t('views.cards.sort')}</option>
        {columns.map(({ key, title, sortName }) => (
          <option key={key} value={sortName}>
            {title}
          </option>
        ))}
      </select>
      {first !== undefined && (
        <Button
          icon={descending ? <SortDescendingOutlined /> : <SortAscendingOutlined />}
          aria-label={t(descending ? 'views.cards.descending' : 'views.cards.ascending')}
          onClick={() => onSort([{ ...first, sortType: descending ? 'asc' : 'desc' }])}
        />
      )}
    </span>
  );
}

/** The search form above the list as a sheet from below: it stays the same form, and the style moves it. */
function useFilterSheet(box: RefObject<HTMLDivElement | null>): { exists: boolean; open: boolean; toggle: () => void } {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    setForm(box.current?.parentElement?.querySelector<HTMLFormElement>(':scope > form.pt-search') ?? null);
  }, [box]);
  useEffect(() => {
    if (form === null || !open) return undefined;
    form.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
    const done = (): void => {
      setOpen(false);
      box.current?.querySelector<HTMLElement>('.pt-cards-filter')?.focus();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) done();
    };
    // The form shows what cannot be searched for, after a short delay.
    const onSubmit = (): void =>
      void setTimeout(() => {
        if (form.querySelector('.pt-search-problem') === null) done();
      });
    const onClick = ({ target }: Event): void => {
      // The line for sentences stands above the list.
      if (target instanceof Element && target.closest('.pt-search-words-switch')) setOpen(false);
    };
    form.addEventListener('submit', onSubmit);
    form.addEventListener('keydown', onKey);
    form.addEventListener('click', onClick);
    return () => {
      form.removeEventListener('submit', onSubmit);
      form.removeEventListener('click', onClick);
      form.removeEventListener('keydown', onKey);
    };
  }, [form, open, box]);
  return { exists: form !== null, open, toggle: () => setOpen(!open) };
}
