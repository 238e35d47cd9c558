import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { useQuestions } from '#web/kit/confirm/confirm.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { soon } from '#testing/soon.ts';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['exceptionSubscribe']);
});
afterEach(cleanup);

const nothing = (): void => undefined;
const cells = (): HTMLInputElement[] => screen.queryAllByRole('textbox') as HTMLInputElement[];
const typed = (): string[] => cells().flatMap(({ value }) => (value === '' ? [] : [value]));

test('a row can be taken out, and a file replaces what was typed only when one agrees', async () => {
  renderInApp(<ImportDialog open onClose={nothing} onImported={nothing} />);
  const add = await screen.findByRole('button', { name: '添加一行' });
  fireEvent.click(add);
  fireEvent.click(add);
  fireEvent.change(screen.getByLabelText('行 2 提单号'), { target: { value: 'FIRST' } });
  fireEvent.change(screen.getByLabelText('行 3 提单号'), { target: { value: 'SECOND' } });
  fireEvent.click(screen.getByRole('button', { name: '移除第 2 行' }));
  expect(typed()).toEqual(['SECOND']);

  const file = new File(['是否提单,提单号,船公司\n1,OTHER,MERI\n'], 'rows.csv', { type: 'text/csv' });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }));
  const question = await vi.waitFor(() => {
    const [first] = useQuestions.getState().questions;
    if (first === undefined) throw new Error('not asked yet');
    return first;
  }, soon);
  expect(question.title).toContain('1 行');
  await act(async () => question.answer(false));
  expect(typed()).toEqual(['SECOND']);
});
