import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, Suspense, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useLine } from '#web/base/line.ts';
import { initTexts } from '#web/i18n/index.ts';
import { fetched } from './fetched.tsx';
import { late } from './late.tsx';

beforeAll(() => initTexts('en'));
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  useLine.setState({ up: true });
});

const Window = ({ open }: { open: boolean }): ReactElement | null => (open ? <p>the window</p> : null);

/** A page with something typed and a window that comes late. */
function pageWith(load: () => Promise<typeof Window>): () => ReactElement {
  const LateWindow = late(load);
  return function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <input aria-label="field" />
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        <LateWindow open={open} />
      </>
    );
  };
}

/** A server that is away for the first probes. */
function awayFor(probes: number): void {
  let requested = 0;
  vi.stubGlobal('fetch', async () => {
    requested += 1;
    if (requested <= probes) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
}

const openWindow = (): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'open' })));

test('a window that cannot be fetched leaves the page and what was typed, and opens within 8 s of the server being back', async () => {
  awayFor(2);
  let away = true;
  const Page = pageWith(async () => {
    if (away) throw new TypeError('Failed to fetch dynamically imported module');
    return Window;
  });
  render(<Page />);
  fireEvent.change(screen.getByLabelText('field'), { target: { value: 'typed' } });
  await openWindow();
  expect(screen.getByRole('alert').textContent).toContain('loads automatically when the connection is back');
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(screen.queryByText('the window')).toBeNull();
  away = false;
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  expect(screen.getByText('the window')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('field').value).toBe('typed');
});

test('code that is not there although the server is, is not requested without end', async () => {
  awayFor(0);
  let fetches = 0;
  const Page = pageWith(async () => {
    fetches += 1;
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  render(<Page />);
  await openWindow();
  // Little by little: React draws in between.
  for (let second = 0; second < 120; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(fetches).toBe(6);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(fetches).toBe(7);
});

test('a part that breaks does not take the page with it and says that it broke', async () => {
  const Broken = fetched(async () => (): ReactElement => {
    throw new Error('broken');
  });
  await act(async () =>
    render(
      <>
        <input aria-label="field" defaultValue="typed" />
        <Suspense fallback={null}>
          <Broken />
        </Suspense>
      </>,
    ),
  );
  expect(screen.getByRole('alert').textContent).toContain('This part failed');
  expect(screen.getByLabelText<HTMLInputElement>('field').value).toBe('typed');
});
