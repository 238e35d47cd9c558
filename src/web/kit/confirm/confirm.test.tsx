import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '../test-dom.tsx';
import { confirm } from './confirm.ts';
import { ConfirmHost } from './ConfirmHost.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

test.each([true, false])('a question takes the focus and gives it back where it was (answer %s)', async (yes) => {
  renderInApp(
    <>
      <button type="button">opener</button>
      <ConfirmHost />
    </>,
  );
  const opener = screen.getByText('opener');
  opener.focus();
  let answer: Promise<boolean> | undefined;
  act(() => void (answer = confirm({ title: 'Delete?', okText: 'Yes', cancelText: 'No', danger: true })));
  const no = await screen.findByRole('button', { name: 'No' });
  await waitFor(() => expect(document.activeElement).toBe(no));
  fireEvent.click(yes ? screen.getByRole('button', { name: 'Yes' }) : no);
  expect(await answer).toBe(yes);
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
