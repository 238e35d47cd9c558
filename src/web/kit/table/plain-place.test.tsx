import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { isPlain } from './plain-place.ts';

afterEach(cleanup);

test('two clicks on a button, a link or a field of a row do not open the row', () => {
  const open = vi.fn<() => void>();
  render(
    <div onDoubleClick={({ target }) => void (isPlain(target) && open())}>
      <span>text</span>
      <button type="button">
        <i data-testid="icon" />
      </button>
      <a href="/x">link</a>
      <input aria-label="field" />
    </div>,
  );
  for (const control of [screen.getByTestId('icon'), screen.getByText('link'), screen.getByLabelText('field')])
    fireEvent.doubleClick(control);
  expect(open).not.toHaveBeenCalled();
  fireEvent.doubleClick(screen.getByText('text'));
  expect(open).toHaveBeenCalledOnce();
});
