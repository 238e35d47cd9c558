import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTitleTips, TIP_DELAY_MS } from './title-tips.ts';

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<button id="icon" title="Search"><i></i></button><span id="text" title="whole text">who…</span><p>beside</p>`;
  stop = startTitleTips();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const element = (selector: string): HTMLElement => document.querySelector(selector) as HTMLElement;
const over = (selector: string): boolean =>
  element(selector).dispatchEvent(new Event('pointerover', { bubbles: true }));
const tip = (): string | undefined => document.querySelector('.pt-tip')?.textContent ?? undefined;

test('a tip shows after exactly one second and goes with the pointer', () => {
  expect(TIP_DELAY_MS).toBe(1000);
  over('#text');
  vi.advanceTimersByTime(999);
  expect(tip()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(tip()).toBe('whole text');
  over('p');
  expect(tip()).toBeUndefined();
  expect(element('#text').title).toBe('whole text');
});

test('the browser shows none of its own meanwhile, and what is read aloud keeps its name', () => {
  over('#icon i');
  expect(element('#icon').hasAttribute('title')).toBe(false);
  expect(element('#icon').getAttribute('aria-label')).toBe('Search');
  over('#icon');
  vi.advanceTimersByTime(1000);
  expect(tip()).toBe('Search');
  over('#text');
  expect(element('#icon').outerHTML).toBe('<button id="icon" title="Search"><i></i></button>');
});

test('Escape, a press and leaving early show none; a title that changed meanwhile stays', () => {
  over('#text');
  vi.advanceTimersByTime(500);
  over('p');
  vi.advanceTimersByTime(1000);
  expect(tip()).toBeUndefined();
  over('#text');
  vi.advanceTimersByTime(1000);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(tip()).toBeUndefined();
  over('#text');
  element('#text').title = 'newer';
  element('#text').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  vi.advanceTimersByTime(2000);
  expect(tip()).toBeUndefined();
  expect(element('#text').title).toBe('newer');
});
