import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { interpolate } from '#shared/i18n/interpolate.ts';
import { pageList } from '#web/app/page-list.ts';
import { zh } from '#testing/texts.ts';
import { auditPage } from '#web/features/administration/audit/page.ts';
import { useToasts } from '#web/kit/toast/toast.ts';
import { openPage } from './open-page.tsx';
import { answerDialog, chooseAct, press, rowOf } from './screen-acts.ts';

/** What is entered into one field: text, or what is looked for in a list of choices. */
export type Entered = string | { find: string };

/** One screen drawn from a declaration, with what a person enters there. */
export type Round = {
  entity: Entity;
  route: string;
  /** The field that rows are found by, and its value: no other row has it. */
  keyField: string;
  key: string;
  /** A plain text field that is changed. */
  changed: string;
  /** What is entered where the declaration does not give it; an empty text leaves a field empty. */
  values?: Readonly<Record<string, Entered>>;
  /** Fields that the page itself fills. */
  fixed?: readonly string[];
  /** Where the list is on the page, if there are several. */
  list?: () => HTMLElement;
};

/** Text of the changed field before and after, in capitals since some fields are. */
const before = 'ROUND BEFORE';
const after = 'ROUND AFTER';

/** What a field of this kind takes when nothing more is known about it; undefined leaves it alone. */
function plainValue(name: string, field: Field): Entered | undefined {
  switch (field.kind) {
    case 'text': {
      const text = field.example ?? `ROUND ${name}`.slice(0, field.max);
      return field.check?.(text) === undefined ? text : undefined;
    }
    case 'integer':
    case 'number':
      return String(Math.max(1, Math.ceil(field.min)));
    case 'instant':
      return '2026-01-31 08:00';
    case 'choice':
      // The first there is, where there is no default.
      return field.required === true && field.default === undefined ? { find: '' } : undefined;
    default:
      return undefined;
  }
}

function valueOf({ keyField, key, changed, values = {} }: Round, name: string, field: Field): Entered | undefined {
  if (name === keyField) return values[name] ?? key;
  if (name === changed) return before;
  return values[name] ?? plainValue(name, field);
}

const enteredFields = ({ entity, fixed = [] }: Round): [string, Field][] =>
  Object.entries(entity.fields).filter(
    ([name, field]) => field.form !== false && field.readOnly !== true && !fixed.includes(name),
  );

/** The fields that must be filled and are empty in a new form, in the order of the form. */
const missing = (round: Round): [string, Field][] =>
  enteredFields(round).filter(([, field]) => field.required === true && !('default' in field));

const labelOf = ({ entity }: Round, name: string): string => entity.fields[name]?.label.zh ?? name;
const control = (round: Round, dialog: HTMLElement, name: string): HTMLElement =>
  within(dialog).getByLabelText(labelOf(round, name));
const titled = ({ entity }: Round, title: 'addTitle' | 'updateTitle' | 'removeTitle'): string =>
  interpolate(zh.entity[title], { name: entity.label.zh });
const alerts = (dialog: HTMLElement): HTMLElement[] => [...dialog.querySelectorAll<HTMLElement>('[role=alert]')];
const page = (): HTMLElement => document.body;

/** The message that says what was done to which kind of row. */
function toastOf({ entity }: Round, done: 'added' | 'updated' | 'removed'): Promise<HTMLElement> {
  const text = entity.message?.[done]?.zh ?? zh.entity[done];
  return waitFor(() => {
    const toast = [...document.querySelectorAll<HTMLElement>('.pt-toast')].find((one) =>
      one.textContent.includes(text),
    );
    if (toast === undefined) throw new Error(`no message says ${text}, but: ${document.body.textContent}`);
    return toast;
  });
}

const forgetToasts = (): void => useToasts.setState({ toasts: [] });

/** Rows of the list that say this. */
const rowsOf = ({ list = page }: Round, text: string): HTMLElement[] =>
  [...list().querySelectorAll<HTMLElement>('tbody tr.ant-table-row')].filter((row) => row.textContent.includes(text));

async function untilGone(title: string): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
}

async function choose(select: HTMLElement, text: string): Promise<void> {
  await userEvent.click(select);
  if (text !== '') fireEvent.change(select, { target: { value: text } });
  const option = await waitFor(() => {
    const open = '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option';
    const found = [...document.querySelectorAll<HTMLElement>(open)].find((one) => one.textContent.includes(text));
    if (found === undefined) throw new Error(`no choice says ${text}`);
    return found;
  });
  await userEvent.click(option);
}

async function fill(round: Round, dialog: HTMLElement, name: string, value: Entered): Promise<void> {
  const field = control(round, dialog, name);
  const declared = round.entity.fields[name];
  if (typeof value !== 'string') return choose(field, value.find);
  if (declared?.kind === 'text' && declared.picks !== undefined) return choose(field, value);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

/** Saves an empty form to see what is required, in the order of the form and with the focus on the first; then adds the row. */
export async function addRow(round: Round): Promise<void> {
  const { entity, list = page, key } = round;
  await press(zh.entity.new, list().querySelector('.pt-toolbar') ?? page());
  const dialog = await screen.findByRole('dialog', { name: titled(round, 'addTitle') });
  await press(zh.common.save, dialog);
  const required = missing(round);
  await waitFor(() => expect(alerts(dialog)).toHaveLength(required.length));
  for (const [index, [name]] of required.entries())
    expect(alerts(dialog)[index]?.textContent).toContain(labelOf(round, name));
  await waitFor(() => expect(document.activeElement).toBe(control(round, dialog, required[0]?.[0] ?? '')));
  for (const [name, field] of enteredFields(round)) {
    const value = valueOf(round, name, field);
    if (value !== undefined && value !== '') await fill(round, dialog, name, value);
  }
  expect(alerts(dialog)).toEqual([]);
  await press(zh.common.save, dialog);
  await toastOf(round, 'added');
  await untilGone(titled(round, 'addTitle'));
  await waitFor(() => expect(rowsOf(round, key)).toHaveLength(1));
  expect(rowsOf(round, key)[0]?.textContent).toContain(before);
  expect(rowsOf(round, key)[0]?.className, entity.name).toContain('pt-row-saved');
}

/** Changes one field; what is fixed once added cannot be entered. */
export async function editRow(round: Round): Promise<void> {
  const { entity, keyField, key, changed } = round;
  await chooseAct(key, zh.common.edit);
  const dialog = await screen.findByRole('dialog', { name: titled(round, 'updateTitle') });
  const fixed = entity.fields[keyField]?.createOnly === true;
  expect(control(round, dialog, keyField).hasAttribute('disabled')).toBe(fixed);
  await fill(round, dialog, changed, after);
  await press(zh.common.save, dialog);
  await toastOf(round, 'updated');
  await untilGone(titled(round, 'updateTitle'));
  await waitFor(() => expect(rowsOf(round, key)[0]?.textContent).toContain(after));
}

/** Deletes the row after the question. */
export async function removeRow(round: Round): Promise<void> {
  forgetToasts();
  await chooseAct(round.key, zh.common.delete);
  await answerDialog(titled(round, 'removeTitle'), zh.common.delete);
  await toastOf(round, 'removed');
  await waitFor(() => expect(rowsOf(round, round.key)).toEqual([]));
}

async function seeAgain(round: Round): Promise<void> {
  await waitFor(() => expect(rowsOf(round, round.key)).toHaveLength(1));
  expect(rowsOf(round, round.key)[0]?.textContent).toContain(after);
}

/** Presses the button of the message about the deleted row, and waits for the message that the row is back. */
export async function pressUndo(round: Round): Promise<void> {
  await press(zh.entity.undo, await toastOf(round, 'removed'));
  await waitFor(() => expect(document.querySelector('.pt-toasts')?.textContent).toMatch(/已撤销/));
}

/** Brings the row back by the button of the message. */
export async function undoAtOnce(round: Round): Promise<void> {
  await pressUndo(round);
  await seeAgain(round);
}

/** Puts the page of a round on screen, with its list narrowed to the key. */
export async function openRound({ route, key }: Round): Promise<void> {
  const manifest = pageList.find((one) => one.route === route);
  if (manifest === undefined) throw new Error(`no page has the address ${route}`);
  await openPage(manifest, `${route}?keyword=${encodeURIComponent(key)}`);
}

/** Brings the row back from the audit, where a deletion stays when its message is long gone. */
export async function undoInAudit(round: Round): Promise<void> {
  const { entity, key } = round;
  await openPage(auditPage, `/audit?entity=${entity.name}&action=delete&keyword=${encodeURIComponent(key)}`);
  fireEvent.doubleClick(await rowOf(key));
  await press(zh.audit.undo, await screen.findByRole('dialog'));
  await answerDialog(zh.audit.undoTitle, zh.audit.undo);
  await waitFor(() => expect(document.querySelector('.pt-toast')?.textContent).toMatch(/已撤销/));
  await openRound(round);
  await seeAgain(round);
}

/** The whole round: add, edit, delete and bring back, at once or from the audit. */
export async function expectRound(round: Round, undo: (round: Round) => Promise<void>): Promise<void> {
  await openRound(round);
  await addRow(round);
  await editRow(round);
  await removeRow(round);
  await undo(round);
}
