import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { PasswordOnce } from './PasswordOnce.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['entity']);
});
afterEach(cleanup);

test('Escape does not take away a password that is shown only once; its button does', async () => {
  const close = vi.fn<() => void>();
  renderInApp(<PasswordOnce made={{ userCode: 'alice', password: 'Abc-1234' }} onClose={close} />);
  const dialog = await screen.findByRole('dialog');
  fireEvent.keyDown(dialog, { key: 'Escape', code: 'Escape', keyCode: 27 });
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape', keyCode: 27 });
  expect(close).not.toHaveBeenCalled();
  expect(screen.getByText('Abc-1234')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /关\s*闭/ }));
  expect(close).toHaveBeenCalledOnce();
});
