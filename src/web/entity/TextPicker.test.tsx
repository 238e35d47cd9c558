import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { TextPicker } from './TextPicker.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['entity']);
});
afterEach(cleanup);

const show = (picks: 'country' | 'zone', value: string): (string | null)[] => {
  const chosen: (string | null)[] = [];
  renderInApp(
    <TextPicker
      id="field"
      picks={picks}
      value={value}
      required={false}
      disabled={false}
      invalid={false}
      describedBy={undefined}
      label="field"
      onChange={(next) => chosen.push(next)}
      onBlur={() => undefined}
    />,
  );
  return chosen;
};

test('a country is found by its name and chosen by its code', async () => {
  const chosen = show('country', '');
  await userEvent.type(screen.getByLabelText('field'), '荷兰');
  await userEvent.click(await screen.findByText('NL 荷兰', { selector: '.ant-select-item-option-content' }));
  expect(chosen).toEqual(['NL']);
});

test('a zone is found by a part of its name', async () => {
  const chosen = show('zone', 'UTC');
  await userEvent.type(screen.getByLabelText('field'), 'shanghai');
  await userEvent.click(await screen.findByText('Asia/Shanghai', { selector: '.ant-select-item-option-content' }));
  expect(chosen).toEqual(['Asia/Shanghai']);
});

test('a stored value that is not known is shown, and marked', () => {
  show('zone', 'Mars/Olympus');
  expect(document.body.textContent).toContain('Mars/Olympus（未知）');
});
