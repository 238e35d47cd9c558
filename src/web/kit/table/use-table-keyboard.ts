import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { itemAt } from '#shared/values/items.ts';
import type { RowAction } from './column-model.ts';
import { letterOf } from './letters.ts';

/** What the keyboard can do in a table. */
export type TableKeyboard<Row> = {
  box: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columnKeys: readonly string[];
  actions: readonly RowAction<Row>[];
  onOpen?: ((row: Row) => void) | undefined;
  onToggle?: ((row: Row) => void) | undefined;
  onCopy?: ((row: Row, columnKey: string) => void) | undefined;
  onHelp?: (() => void) | undefined;
  /** Rows are selected: letters of actions that know what to do with them mean those. */
  selecting?: boolean | undefined;
  /** Brings a cell of a virtual table into existence before it can get the focus. */
  reveal?: ((index: number, column: string) => void) | undefined;
};

type Cursor = { row: string; column: string; index: number };

const EDITABLE =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';

/** The element that a key or the focus is at. */
const elementOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null);

/** Whether a key belongs to something else than the table: a field, a menu or an open dialog. */
function isTaken(event: KeyboardEvent, box: HTMLElement): boolean {
  const target = elementOf(event);
  if (event.defaultPrevented || event.isComposing) return true;
  // Where several tables stand on one page, a key belongs to the one with the focus, else to the first.
  const tables = [...document.querySelectorAll('.pt-table')].filter((table) => table.checkVisibility?.() ?? true);
  if ((target?.closest('.pt-table') ?? tables[0] ?? box) !== box) return true;
  const checkbox = target instanceof HTMLInputElement && target.type === 'checkbox' && box.contains(target);
  if (!checkbox && target?.closest(EDITABLE)) return true;
  const layers = document.querySelectorAll<HTMLElement>('[role="dialog"], .ant-dropdown:not(.ant-dropdown-hidden)');
  return [...layers].some((layer) => layer.checkVisibility?.() ?? true);
}

function rowElement(box: HTMLElement, key: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(`.ant-table-row[data-row-key="${CSS.escape(key)}"]`);
}

function cellElement(box: HTMLElement, cursor: Cursor): HTMLElement | null {
  return (
    rowElement(box, cursor.row)?.querySelector<HTMLElement>(`[data-column="${CSS.escape(cursor.column)}"]`) ?? null
  );
}

const STEPS: Record<string, [rows: number, columns: number]> = {
  ArrowDown: [1, 0],
  j: [1, 0],
  ArrowUp: [-1, 0],
  k: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

const clamp = (value: number, last: number): number => Math.max(0, Math.min(last, value));

/** A table on screen, as others lead its cursor. */
type Led = { lead: (row: string) => void };
const onScreen = new Set<Led>();

/** Puts the cursor of the table on screen that has this row onto it: a drawer over the list walks from row to row. */
export function leadCursor(row: string): void {
  for (const table of onScreen) table.lead(row);
}

/**
 * Moves a cursor over rows and cells: arrows, j and k move, Enter opens, Space selects, Ctrl+C copies the cell, letters
 * start row actions, ? helps. The cursor is the focus itself, set in the document directly: drawing the table again for
 * every key would be felt. It listens on the page, so that j and k work right after a search.
 */
export function useTableKeyboard<Row>(options: TableKeyboard<Row>): void {
  const latest = useRef(options);
  const cursor = useRef<Cursor | undefined>(undefined);
  // The row that a drawer led to: a drawer that closes gives the focus back to the row it was opened from.
  const led = useRef<string | undefined>(undefined);

  const before = useRef(options.rows);
  const focused = useRef(false);

  useLayoutEffect(() => {
    latest.current = options;
    const box = options.box.current;
    if (box === null) return;
    keepPlace(options, cursor, before.current);
    before.current = options.rows;
    markRow(box, cursor.current?.row);
    // The focus was on a row that is gone: the one in its place has it now.
    if (focused.current && document.activeElement === document.body && cursor.current !== undefined)
      cellElement(box, cursor.current)?.focus({ preventScroll: true });
    // Without cells to step on, the box itself must take the focus to be scrolled by keyboard.
    const body = box.querySelector('.ant-table-body');
    if (options.rows.length === 0) body?.setAttribute('tabindex', '0');
    else body?.removeAttribute('tabindex');
  });

  useEffect(() => {
    const lead = (row: string): void => {
      const { box, rows, rowKey, columnKeys } = latest.current;
      const index = rows.findIndex((item) => rowKey(item) === row);
      if (box.current === null || index < 0) return;
      led.current = row;
      cursor.current = { row, column: cursor.current?.column ?? columnKeys[0] ?? '', index };
      markRow(box.current, row);
      rowElement(box.current, row)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    const onKey = (event: KeyboardEvent): void => {
      const { box } = latest.current;
      if (box.current !== null && !isTaken(event, box.current)) led.current = undefined;
      handleKey(event, latest.current, cursor);
    };
    const onFocus = (event: FocusEvent): void => {
      const row = led.current;
      const box = latest.current.box.current;
      const target = elementOf(event);
      focused.current = box?.contains(target) ?? false;
      if (row === undefined || box === null || !box.contains(target)) return noteFocus(event, latest.current, cursor);
      led.current = undefined;
      const cell = cellElement(box, { row, column: cursor.current?.column ?? '', index: 0 });
      if (cell === null || rowElement(box, row)?.contains(target) === true) noteFocus(event, latest.current, cursor);
      else cell.focus({ preventScroll: true });
    };
    // Who takes the mouse chooses a row.
    const onPointer = (): void => void (led.current = undefined);
    const table: Led = { lead };
    onScreen.add(table);
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', onFocus);
    const box = latest.current.box.current;
    box?.addEventListener('pointerdown', onPointer);
    return () => {
      onScreen.delete(table);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', onFocus);
      box?.removeEventListener('pointerdown', onPointer);
    };
  }, []);
}

function markRow(box: HTMLElement, key: string | undefined): void {
  for (const row of box.querySelectorAll('.ant-table-row[data-cursor]')) row.removeAttribute('data-cursor');
  if (key !== undefined) rowElement(box, key)?.setAttribute('data-cursor', '');
}

/** The cursor stays in its place when its row leaves the list: the next row comes under it. A list of other rows starts over. */
function keepPlace<Row>(
  { rows, rowKey }: TableKeyboard<Row>,
  cursor: RefObject<Cursor | undefined>,
  before: readonly Row[],
): void {
  const known = cursor.current;
  if (known === undefined || before === rows || rows.length === 0) return;
  const keys = rows.map(rowKey);
  const index = keys.indexOf(known.row);
  if (index >= 0) {
    cursor.current = { ...known, index };
    return;
  }
  // The nearest row behind it that is still there; at the end of the list the last one.
  const there = new Set(keys);
  const rest = before.map(rowKey).filter((key) => there.has(key));
  if (rest.length === 0) return;
  const behind = before
    .slice(before.findIndex((row) => rowKey(row) === known.row) + 1)
    .map(rowKey)
    .find((key) => there.has(key));
  const place = behind === undefined ? clamp(known.index, keys.length - 1) : keys.indexOf(behind);
  cursor.current = { ...known, row: itemAt(keys, place), index: place };
}

function noteFocus<Row>(event: FocusEvent, options: TableKeyboard<Row>, cursor: RefObject<Cursor | undefined>): void {
  const box = options.box.current;
  const target = elementOf(event);
  if (box === null || target === null || !box.contains(target)) return;
  const row = target.closest<HTMLElement>('.ant-table-row')?.dataset['rowKey'];
  if (row === undefined) return;
  const column =
    target.closest<HTMLElement>('[data-column]')?.dataset['column'] ??
    cursor.current?.column ??
    options.columnKeys[0] ??
    '';
  cursor.current = { row, column, index: options.rows.findIndex((item) => options.rowKey(item) === row) };
  markRow(box, row);
}

function moveTo<Row>(
  options: TableKeyboard<Row>,
  cursor: RefObject<Cursor | undefined>,
  rows: number,
  columns: number,
): void {
  const box = options.box.current;
  if (box === null || options.rows.length === 0) return;
  const before = cursor.current;
  const found = before === undefined ? -1 : options.rows.findIndex((row) => options.rowKey(row) === before.row);
  // The row may have gone with a refresh: go on from where it was.
  const from = found >= 0 ? found : before === undefined ? -1 : before.index - (rows > 0 ? 1 : 0);
  const index = clamp(before === undefined && rows <= 0 ? 0 : from + rows, options.rows.length - 1);
  const column = Math.max(0, options.columnKeys.indexOf(before?.column ?? ''));
  const next: Cursor = {
    row: options.rowKey(itemAt(options.rows, index)),
    column: options.columnKeys[clamp(column + columns, options.columnKeys.length - 1)] ?? '',
    index,
  };
  cursor.current = next;
  const show = (): void => {
    const cell = cellElement(box, next);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    markRow(box, next.row);
  };
  if (cellElement(box, next) === null && options.reveal) {
    options.reveal(index, next.column);
    requestAnimationFrame(show);
  } else show();
}

function runOnSelected<Row>(key: string, { actions }: TableKeyboard<Row>): boolean {
  const action = actions.find((one) => one.runSelected !== undefined && letterOf(one) === key);
  action?.runSelected?.();
  return action !== undefined;
}

function handleKey<Row>(
  event: KeyboardEvent,
  options: TableKeyboard<Row>,
  cursor: RefObject<Cursor | undefined>,
): void {
  const box = options.box.current;
  const target = elementOf(event);
  if (box === null || target === null || isTaken(event, box)) return;
  const inside = box.contains(target);
  if (!inside && target !== document.body && event.key.length > 1) return;
  const row = options.rows.find((item) => options.rowKey(item) === cursor.current?.row);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
    // Marked text is what the person wants to copy; a cell only when nothing is marked.
    if (inside && row !== undefined && String(getSelection()) === '')
      options.onCopy?.(row, cursor.current?.column ?? '');
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onControl = target.closest('button, a, input') !== null;
  const step = STEPS[event.key];
  if (step) moveTo(options, cursor, step[0], step[1]);
  else if (event.key === '?') options.onHelp?.();
  else if (options.selecting === true && runOnSelected(event.key, options)) {
    // Done with what is selected, wherever the cursor is.
  } else if (row === undefined) return;
  else if (event.key === 'Enter' && !onControl) options.onOpen?.(row);
  else if (event.key === ' ' && !onControl) options.onToggle?.(row);
  else {
    const action = options.actions.find((item) => letterOf(item) === event.key);
    if (action === undefined) return;
    action.run(row);
  }
  event.preventDefault();
}
