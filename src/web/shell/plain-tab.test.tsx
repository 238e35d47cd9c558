import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Select } from 'antd';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { startPlainTab } from './plain-tab.ts';

beforeAll(prepareDom);
let stop = (): void => {};
afterEach(() => {
  stop();
  stop = () => {};
  cleanup();
});

const show = (): string[] => {
  const chosen: string[] = [];
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  renderInApp(<Select aria-label="letter" options={options} onChange={(value: string) => chosen.push(value)} />);
  return chosen;
};

/** Opens the list, which marks its first choice, and presses a key. */
function press(key: string, code: number): void {
  const box = screen.getByLabelText('letter');
  fireEvent.mouseDown(box);
  fireEvent.keyDown(box, { key, keyCode: code, which: code });
}

test.each([
  ['Tab', 9, 0],
  ['Enter', 13, 1],
])('%s in an open list of choices: key code %i chooses %i', (key, code, count) => {
  stop = startPlainTab();
  const chosen = show();
  press(key, code);
  expect(chosen).toHaveLength(count);
});

test('antd by itself chooses at Tab', () => {
  const chosen = show();
  press('Tab', 9);
  expect(chosen).toHaveLength(1);
});
