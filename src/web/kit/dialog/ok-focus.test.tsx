import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom } from '../test-dom.tsx';
import { AppDialog } from './AppDialog.tsx';

const nothing = (): void => undefined;
const dialog = (okDisabled: boolean) => (
  <AppDialog open title="window" okText="track" okFocused okDisabled={okDisabled} onOk={nothing} onCancel={nothing}>
    <input aria-label="row" />
  </AppDialog>
);
beforeAll(async () => {
  await prepareDom();
});
afterEach(cleanup);

test('the button that confirms has the focus as soon as it can be pressed, and does not take it again', async () => {
  const { rerender } = render(dialog(true));
  const row = await screen.findByRole('textbox', { name: 'row' });
  rerender(dialog(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'track' }));
  row.focus();
  rerender(dialog(true));
  rerender(dialog(false));
  expect(document.activeElement).toBe(row);
});
