import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { WorldClock } from './WorldClock.tsx';

beforeAll(prepareDom);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type World = CallData<'getWorld'>;

/** A server whose world is like this. */
function serve(world: Partial<World>): void {
  const data: World = {
    simulated: true,
    now: Date.UTC(2026, 5, 1, 8),
    speed: 1,
    paused: false,
    behind: { count: 0, more: false },
    ...world,
  };
  vi.stubGlobal('fetch', async () => Response.json({ status: 1, msg: '', data }));
}

test('a world that goes faster than its sources can be polled says how many questions are late, and why', async () => {
  serve({ speed: 1000, behind: { count: 2_700, more: false } });
  renderInApp(<WorldClock />);
  const face = await screen.findByTitle(/有 2,700 个查询早已到期/);
  expect(face.textContent).toContain('落后 2,700');
});

test('one that keeps up says nothing of it', async () => {
  serve({ speed: 60 });
  renderInApp(<WorldClock />);
  const face = await screen.findByText(/60/);
  expect(face.closest('.pt-world')?.textContent).not.toContain('落后');
});
