import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState, type ReactElement } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Pages } from '#web/app/guard.ts';
import { useLine } from '#web/base/line.ts';
import { usePageActive, usePageDirty, usePageSearch } from '#web/base/page-hooks.ts';
import type { PageManifest } from '#web/base/define-page.ts';
import { pageOf } from '#web/app/page.ts';
import { dropTab, forgetTabs, moveTab, showTab, tabState } from '#web/base/tabs.ts';
import { initTexts, loadShellTexts } from '#web/i18n/index.ts';
import { TabHost } from './TabHost.tsx';

const listening = new Set<string>();

function Probe({ route }: { route: string }): ReactElement {
  const [input, setInput] = useState('');
  const { search } = usePageSearch(route);
  const active = usePageActive();
  usePageDirty(input !== '');
  useEffect(() => {
    listening.add(route);
    return () => void listening.delete(route);
  }, [route]);
  return (
    <div data-testid={route}>
      <input aria-label={route} value={input} onChange={(event) => setInput(event.target.value)} />
      <span>{`${String(active)} ${JSON.stringify(search)}`}</span>
    </div>
  );
}

const Broken = (): ReactElement => {
  throw new Error('this page is broken');
};
const Job = (): ReactElement => <Probe route="/job" />;
const Process = (): ReactElement => <Probe route="/process" />;
const declared = (page: Pick<PageManifest, 'route' | 'load'>) =>
  pageOf({ title: { zh: page.route, en: page.route }, order: 1, ...page });

const pages: Pages = new Map(
  [
    declared({ route: '/job', load: async () => ({ default: Job }) }),
    declared({ route: '/process', load: async () => ({ default: Process }) }),
    declared({ route: '/robot', load: async () => ({ default: Broken }) }),
  ].map((page) => [page.route, page]),
);
const show = (route: string, href = route): Promise<void> => act(async () => void showTab({ key: route, route, href }));
const field = (route: string): HTMLInputElement => screen.getByLabelText(route);

beforeAll(async () => {
  await initTexts('en');
  await loadShellTexts();
});
afterEach(() => {
  cleanup();
  forgetTabs();
});

test('a hidden page keeps what was typed, stops its effects, and knows its own address', async () => {
  render(<TabHost pages={pages} />);
  await show('/job', '/job?a=1');
  fireEvent.change(field('/job'), { target: { value: 'typed' } });
  await show('/process', '/process?b=2');
  expect([...listening]).toEqual(['/process']);
  expect(screen.getByTestId('/job').closest('.pt-pane')).toHaveProperty('style.display', 'none');
  await act(async () => moveTab('/job', '/job?a=3'));
  expect(screen.getByTestId('/process').textContent).toBe('true {"b":"2"}');
  await show('/job', '/job?a=3');
  expect(field('/job').value).toBe('typed');
  expect(screen.getByTestId('/job').textContent).toBe('true {"a":"3"}');
  expect([...listening]).toEqual(['/job']);
});

test('unsaved input is known while the page is hidden and forgotten with its tab', async () => {
  render(<TabHost pages={pages} />);
  await show('/job');
  fireEvent.change(field('/job'), { target: { value: 'typed' } });
  await show('/process');
  expect([...tabState().dirty]).toEqual(['/job']);
  await act(async () => void dropTab('/job'));
  await show('/job');
  expect(field('/job').value).toBe('');
  expect(tabState().dirty.size).toBe(0);
});

test('a page that breaks leaves the others alone', async () => {
  const error = console.error;
  console.error = () => undefined;
  render(<TabHost pages={pages} />);
  await show('/job');
  await show('/robot');
  console.error = error;
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong on this page');
  await show('/job');
  expect(field('/job')).toBeDefined();
});

test('a page whose code could not be fetched is fetched again when requested, and when the server is back', async () => {
  const error = console.error;
  console.error = () => undefined;
  let fetches = 0;
  const flaky = declared({
    route: '/job',
    load: async () => {
      fetches += 1;
      if (fetches <= 2) throw new TypeError('Failed to fetch dynamically imported module');
      return { default: Job };
    },
  });
  render(<TabHost pages={new Map([[flaky.route, flaky]])} />);
  await show('/job');
  expect(screen.getByRole('alert')).toBeDefined();
  expect(fetches).toBe(1);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(fetches).toBe(2);
  expect(screen.getByRole('alert').textContent).toContain('This part could not be loaded');
  await act(async () => useLine.setState({ up: true }));
  console.error = error;
  expect(fetches).toBe(3);
  expect(field('/job')).toBeDefined();
});
