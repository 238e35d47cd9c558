import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '../test-dom.tsx';
import { NewerNote } from './NewerNote.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

const message = (by: string | null): string | null => {
  renderInApp(<NewerNote newer={{ by }} what="处理中" />);
  return screen.getByRole('alert').textContent;
};

test('a change of the system is shown to be the system’s, that of a person the person’s', () => {
  expect(message('李丽')).toContain('李丽 刚刚保存了：处理中');
  cleanup();
  expect(message(null)).toMatch(/^系统刚刚更新了这条数据，现在是：处理中/);
});
