import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendar } from '#entities/calendar.ts';
import { calendarDay } from '#entities/calendar-day.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { loadTexts, text } from '#web/i18n/index.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { EntityDialog } from './EntityDialog.tsx';
import type { Row } from './entity-calls.ts';
import { PartsTable } from './PartsTable.tsx';
import { useEntityNames } from './use-entity-names.ts';
import { useParts } from './use-parts.ts';
import { type OnParts, usePartsInDialog, useReportParts } from './use-parts-in-dialog.ts';

const whole: Row = { calendarId: '7', calendarName: '年历', tenantId: '1', freeWeekdays: '6,7', recordVersion: 1 };
const weekdays = ['6', '7'].map((codeValue) => ({ codeType: 'WEEKDAY', codeValue, displayValueCn: codeValue }));
const day = (id: number, date: string, dayName: string, recordVersion = 1): Row => ({
  calendarDayId: String(id),
  calendarId: '7',
  tenantId: '1',
  day: date,
  workingFlag: 0,
  dayName,
  recordVersion,
});

// A server that keeps days with their versions, as the real one does.
let days: Row[] = [];
let sent: { path: string; body: unknown }[] = [];
let broken = false;
const answer = (data: unknown, msg = ''): Response => Response.json({ status: 1, msg, data });
const isDay = (row: Row, id: unknown): boolean => row['calendarDayId'] === id;

function saveDays(input: readonly Row[]): Response {
  const index = input.findIndex((row) => {
    const kept = days.find((one) => isDay(one, row['calendarDayId']));
    return kept !== undefined && kept['recordVersion'] !== row['recordVersion'];
  });
  if (index >= 0) {
    const current = days.find((one) => isDay(one, input[index]?.['calendarDayId']));
    const data = { stale: true, current, who: 'bob', time: 0, row: index };
    return Response.json({ status: 0, msg: 'bob 已修改', data }, { status: 409 });
  }
  const gone = input.filter((row) => row['rowStatus'] === 8);
  days = days.filter((one) => !gone.some((row) => isDay(one, row['calendarDayId'])));
  for (const row of input.filter((one) => !gone.includes(one))) {
    const old = days.find((one) => isDay(one, row['calendarDayId']));
    if (old === undefined) days = [...days, { ...row, calendarDayId: `${days.length + 100}`, recordVersion: 1 }];
    else
      days = days.map((one) =>
        one === old ? { ...old, ...row, recordVersion: Number(old['recordVersion']) + 1 } : one,
      );
  }
  return answer(days, '已保存');
}

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['entity']);
});
beforeEach(() => {
  days = [day(1, '2026-01-01', '元旦'), day(2, '2026-05-01', '劳动节')];
  sent = [];
  broken = false;
  globalThis.fetch = (input, init) => {
    const path = String(input);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    if (path.endsWith('calendarDay/query')) {
      if (broken) return Promise.resolve(Response.json({ status: 0, msg: '读取失败', data: null }, { status: 500 }));
      return Promise.resolve(answer(days.toSorted((one, two) => String(one['day']).localeCompare(String(two['day'])))));
    }
    if (path.endsWith('queryAllDict')) return Promise.resolve(answer(weekdays));
    if (!/(?:saveOrUpdate|update)$/.test(path)) return Promise.resolve(answer([]));
    sent.push({ path, body });
    return Promise.resolve(path.endsWith('saveOrUpdate') ? saveDays(body as Row[]) : answer(whole));
  };
});
afterEach(() => {
  cleanup();
  // What a test leaves unsaved is not for the next one.
  localStorage.clear();
});

const fixed = { tenantId: '1' };
const withSecret: Entity = {
  ...calendarDay,
  fields: { ...calendarDay.fields, pin: { kind: 'secret', label: { zh: '口令', en: 'Pin' }, max: 20 } },
};
type DaysProps = { onParts: OnParts; whole: string; entity?: Entity; columns?: string[]; ownSave?: boolean };

function Days({ onParts, whole: id, entity = calendarDay, columns = ['day', 'dayName'], ownSave = false }: DaysProps) {
  const names = useEntityNames(entity);
  const parts = useParts({ entity, whole: id, fixed, names, removal: 'with the next save' });
  useReportParts([parts], onParts);
  const shown = { parts, names, columns, ownSave, readOnly: false };
  return <PartsTable title="特殊日期" {...shown} />;
}

function Dialog() {
  const names = useEntityNames(calendar);
  const [open, setOpen] = useState(true);
  const { extras, onParts } = usePartsInDialog();
  return (
    <>
      <EntityDialog
        entity={calendar}
        open={open}
        operation="UPDATE"
        row={whole}
        names={names}
        extras={{ ...extras, below: () => <Days whole="7" onParts={onParts} /> }}
        onClose={() => setOpen(false)}
        onSaved={() => setOpen(false)}
      />
      <ConfirmHost />
    </>
  );
}

const onParts = (): void => undefined;
const panel = (): HTMLElement => screen.getByRole('heading', { name: '特殊日期' }).closest('section') as HTMLElement;
const cells = (label: string): HTMLInputElement[] => within(panel()).queryAllByLabelText<HTMLInputElement>(label);
const names = (): string[] => cells('名称').map(({ value }) => value);
const button = (name: RegExp | string, within_: HTMLElement = document.body): HTMLButtonElement =>
  within(within_).getByRole('button', { name });
const enter = (label: string, index: number, value: string): void => {
  const cell = cells(label)[index] as HTMLInputElement;
  fireEvent.change(cell, { target: { value } });
  fireEvent.blur(cell);
};
const saveButton = (): HTMLButtonElement => button(/^保\s*存$/);
const isOpen = (): boolean => screen.queryByRole('heading', { name: '特殊日期' }) !== null;
const asks = (): boolean => screen.queryByRole('button', { name: text('draft.takeUp') }) !== null;
const partsSent = (): unknown[] => sent.filter(({ path }) => path.endsWith('saveOrUpdate')).map(({ body }) => body);

/** Opens the dialog of the calendar; its days are there. */
async function openDays(): Promise<void> {
  renderInApp(<Dialog />);
  await waitFor(() => expect(cells('日期').length).toBeGreaterThan(0));
}

/** Enters a name and a new day, and leaves without saving. */
async function leaveUnsaved(): Promise<void> {
  await openDays();
  enter('名称', 1, '五一');
  await userEvent.click(button(/新增/, panel()));
  enter('日期', 2, '2026-10-01');
  enter('名称', 2, '国庆');
  cleanup();
}

describe('parts that were entered and not saved', () => {
  test('are offered under their heading, taken up, and saved in one call', async () => {
    await leaveUnsaved();
    await openDays();
    expect(names()).toEqual(['元旦', '劳动节']);
    expect(within(panel()).getByRole('alert').textContent).not.toContain(text('draft.outdated'));
    // Until it is answered nothing else is entered.
    expect(cells('名称')[0]?.closest('[inert]')).not.toBeNull();
    expect(button(/新增/, panel()).disabled).toBe(true);
    await userEvent.click(button(text('draft.takeUp')));
    expect(names()).toEqual(['元旦', '五一', '国庆']);
    await userEvent.click(saveButton());
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(partsSent()).toEqual([
      [
        { calendarId: '7', tenantId: '1', day: '2026-10-01', workingFlag: 0, dayName: '国庆' },
        expect.objectContaining({ calendarDayId: '2', dayName: '五一', recordVersion: 1 }),
      ],
    ]);
    await openDays();
    expect(asks()).toBe(false);
    expect(names()).toEqual(['元旦', '五一', '国庆']);
  });

  test('come without a question about rows that only others changed', async () => {
    await leaveUnsaved();
    days = [day(1, '2026-01-01', '新年', 2), day(2, '2026-05-01', '劳动节')];
    await openDays();
    expect(within(panel()).getByRole('alert').textContent).not.toContain(text('draft.outdated'));
    await userEvent.click(button(text('draft.takeUp')));
    expect(names()).toEqual(['新年', '五一', '国庆']);
    expect(screen.queryByText(text('draft.conflict'))).toBeNull();
  });

  test.each([
    ['draft.keepMine', ['元旦', '五一', '国庆'], { dayName: '五一', recordVersion: 2 }],
    ['draft.loadTheirs', ['元旦', '劳动', '国庆'], undefined],
  ] as const)('stand beside a row that somebody changed meanwhile: %s', async (answered, shown, saved) => {
    await leaveUnsaved();
    days = [day(1, '2026-01-01', '元旦'), day(2, '2026-05-01', '劳动', 2)];
    await openDays();
    expect(within(panel()).getByRole('alert').textContent).toContain(text('draft.outdated'));
    await userEvent.click(button(text('draft.takeUp')));
    expect(names()).toEqual(['元旦', '五一', '国庆']);
    expect(screen.getByText('对方的值：劳动')).toBeDefined();
    // Saving leads to the decision first.
    await userEvent.click(saveButton());
    await waitFor(() => expect(document.activeElement).toBe(button(text('draft.loadTheirs'))));
    expect(sent).toEqual([]);
    await userEvent.click(button(text(answered)));
    expect(names()).toEqual(shown);
    expect(screen.queryByText('对方的值：劳动')).toBeNull();
    await userEvent.click(saveButton());
    await waitFor(() => expect(isOpen()).toBe(false));
    const changed = saved === undefined ? [] : [expect.objectContaining(saved)];
    expect(partsSent()).toEqual([[expect.objectContaining({ dayName: '国庆' }), ...changed]]);
  });

  test('of a row that somebody deleted meanwhile say so, and become a new one', async () => {
    await leaveUnsaved();
    days = [day(1, '2026-01-01', '元旦')];
    await openDays();
    await userEvent.click(button(text('draft.takeUp')));
    expect(screen.getByText(text('entity.theirsGone'))).toBeDefined();
    await userEvent.click(button(text('draft.keepMine')));
    await userEvent.click(saveButton());
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(days.map((row) => row['dayName'])).toEqual(['元旦', '五一', '国庆']);
  });

  test('are forgotten once they are given up', async () => {
    await leaveUnsaved();
    await openDays();
    await userEvent.click(button(text('draft.giveUp')));
    expect(names()).toEqual(['元旦', '劳动节']);
    expect(cells('名称')[0]?.closest('[inert]')).toBeNull();
    await openDays();
    expect(asks()).toBe(false);
  });

  test('are asked about before the dialog is saved, which sends nothing until then', async () => {
    await leaveUnsaved();
    await openDays();
    await userEvent.click(saveButton());
    await waitFor(() => expect(document.activeElement).toBe(button(text('draft.takeUp'))));
    expect([sent, isOpen()]).toEqual([[], true]);
    await userEvent.click(button(text('draft.giveUp')));
    await userEvent.click(saveButton());
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(partsSent()).toEqual([]);
  });

  test('stay for the next time when their rows cannot be read, and hold nothing else up', async () => {
    await leaveUnsaved();
    broken = true;
    renderInApp(<Dialog />);
    await screen.findByText('读取失败');
    expect(asks()).toBe(false);
    await userEvent.click(saveButton());
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(partsSent()).toEqual([]);
    broken = false;
    await openDays();
    expect(asks()).toBe(true);
  });

  test('are not kept once the dialog is left and they are discarded', async () => {
    await openDays();
    enter('名称', 1, '五一');
    await userEvent.click(button(/^取\s*消$/));
    await userEvent.click(await screen.findByRole('button', { name: /放\s*弃/ }));
    await waitFor(() => expect(isOpen()).toBe(false));
    await openDays();
    expect(asks()).toBe(false);
  });
});

test('a save that is refused as outdated shows what the other one saved, and can be repeated on it', async () => {
  await openDays();
  enter('名称', 0, '新年');
  enter('名称', 1, '五一');
  days = [day(1, '2026-01-01', '元旦'), day(2, '2026-05-02', '劳动节', 2), day(3, '2026-06-01', '儿童节')];
  await userEvent.click(saveButton());
  await screen.findByText(text('draft.conflict'));
  expect(screen.getByText('对方的值：2026-05-02')).toBeDefined();
  // What nobody changed here follows already.
  expect(names()).toEqual(['新年', '五一', '儿童节']);
  await userEvent.click(button(text('draft.keepMine')));
  expect(cells('日期').map(({ value }) => value)).toEqual(['2026-01-01', '2026-05-02', '2026-06-01']);
  await userEvent.click(saveButton());
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(days.map((row) => [row['day'], row['dayName']])).toEqual([
    ['2026-01-01', '新年'],
    ['2026-05-02', '五一'],
    ['2026-06-01', '儿童节'],
  ]);
});

test('a conflict ends by itself once the contested value is as the other one has it', async () => {
  await openDays();
  enter('名称', 1, '五一');
  days = [day(1, '2026-01-01', '元旦'), day(2, '2026-05-01', '劳动', 2)];
  await userEvent.click(saveButton());
  await screen.findByText(text('draft.conflict'));
  enter('名称', 1, '劳动');
  expect(screen.queryByText(text('draft.conflict'))).toBeNull();
});

test('rows of another whole have an input of their own, and both are kept', async () => {
  const { rerender } = renderInApp(<Days whole="7" onParts={onParts} />);
  await waitFor(() => expect(names()).toEqual(['元旦', '劳动节']));
  enter('名称', 0, '七的');
  rerender(<Days whole="8" onParts={onParts} />);
  await waitFor(() => expect(names()).toEqual(['元旦', '劳动节']));
  expect(asks()).toBe(false);
  enter('名称', 1, '八的');
  act(() => rerender(<Days whole="7" onParts={onParts} />));
  await userEvent.click(await screen.findByRole('button', { name: text('draft.takeUp') }));
  expect(names()).toEqual(['七的', '劳动节']);
  act(() => rerender(<Days whole="8" onParts={onParts} />));
  await userEvent.click(await screen.findByRole('button', { name: text('draft.takeUp') }));
  expect(names()).toEqual(['元旦', '八的']);
});

test('what was wrong with a new part that is taken away is not stated of the next one', async () => {
  renderInApp(<Days whole="7" onParts={onParts} ownSave />);
  await waitFor(() => expect(names()).toEqual(['元旦', '劳动节']));
  const message = (): boolean => within(panel()).queryByText('请输入日期') !== null;
  await userEvent.click(button(/新增/, panel()));
  await userEvent.click(saveButton());
  await waitFor(() => expect(message()).toBe(true));
  await userEvent.click(button(text('entity.removePart', { number: 3 })));
  await userEvent.click(button(/新增/, panel()));
  expect([cells('名称').length, message()]).toEqual([3, false]);
});

test('saved parts are shown as the server has them, and once', async () => {
  renderInApp(<Days whole="7" onParts={onParts} ownSave />);
  await waitFor(() => expect(names()).toEqual(['元旦', '劳动节']));
  await userEvent.click(button(/新增/, panel()));
  enter('日期', 2, '2026-03-01');
  enter('名称', 2, '三月');
  await userEvent.click(saveButton());
  await waitFor(() => expect(names()).toEqual(['元旦', '三月', '劳动节']));
  expect(saveButton().disabled).toBe(true);
});

test('secrets are not kept, all else is', async () => {
  const shown = <Days whole="7" onParts={onParts} entity={withSecret} columns={['dayName', 'pin']} />;
  renderInApp(shown);
  await waitFor(() => expect(names()).toEqual(['元旦', '劳动节']));
  enter('名称', 0, '新年');
  enter('口令', 0, 'hunter2');
  cleanup();
  const kept = JSON.stringify({ ...localStorage });
  expect([kept.includes('新年'), kept.includes('hunter2')]).toEqual([true, false]);
});
