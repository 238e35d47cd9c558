import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setNavigator } from '#web/base/navigate.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { Palette } from './Palette.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['palette']);
});
afterEach(cleanup);

test('what is typed leads to a line, and Enter goes there', async () => {
  const went: string[] = [];
  let closed = 0;
  setNavigator((href) => void went.push(href));
  renderInApp(<Palette open onClose={() => (closed += 1)} />);
  const field = await screen.findByRole('combobox');
  await userEvent.type(field, '退出');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  expect(closed).toBe(1);
  expect(went).toEqual(['/login']);
});
