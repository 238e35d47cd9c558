import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pages } from '#web/app/guard.ts';
import { navigation } from '#web/app/navigation.ts';
import { pageOf } from '#web/app/page.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { menuOf } from './menu.ts';
import { Sidebar } from './Sidebar.tsx';
import { initialSidebar, useSidebar } from './sidebar-state.ts';

beforeAll(prepareDom);
afterEach(cleanup);
beforeEach(() => {
  useSidebar.setState(initialSidebar(390));
  const pages: Pages = new Map(navigation.map((page) => [page.route, pageOf(page)]));
  renderInApp(<Sidebar menu={menuOf(pages, { signedIn: true, admin: true, menus: [] })} route="/job" />);
});

const heading = (index = 1): HTMLElement => screen.getAllByRole('button')[index] as HTMLElement;
const isOpen = (element: HTMLElement): boolean => element.getAttribute('aria-expanded') === 'true';

/** What a browser sends for one tap or click, without a pause in between. */
function press(element: HTMLElement, pointerType: string): void {
  fireEvent.pointerOver(element, { pointerType });
  fireEvent.mouseOver(element);
  fireEvent.pointerDown(element, { pointerType });
  fireEvent.mouseDown(element);
  fireEvent(element, new PointerEvent('click', { bubbles: true, cancelable: true, pointerType }));
}

test('a tap opens a collapsed group, a second one closes it', () => {
  press(heading(), 'touch');
  expect(isOpen(heading())).toBe(true);
  press(heading(), 'touch');
  expect(isOpen(heading())).toBe(false);
});

test('a mouse opens it by resting on it; a click leaves it open, Escape closes it', () => {
  press(heading(), 'mouse');
  expect(isOpen(heading())).toBe(true);
  fireEvent.keyDown(heading(), { key: 'Escape' });
  expect(isOpen(heading())).toBe(false);
});

test('the keyboard opens and closes it', () => {
  fireEvent.click(heading());
  expect(isOpen(heading())).toBe(true);
  fireEvent.click(heading());
  expect(isOpen(heading())).toBe(false);
});
