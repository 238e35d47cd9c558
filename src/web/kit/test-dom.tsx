import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, type RenderResult } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { initTexts, loadShellTexts } from '#web/i18n/index.ts';

/** A drawing context that takes everything and draws nothing. */
const blank = new Proxy<Record<string | symbol, unknown>>(
  {},
  { get: (known, name) => known[name] ?? (() => ({ width: 0 })) },
);

/**
 * Styles are computed once for an element until the document changes: jsdom tries every rule of antd on every element, and each
 * query by role asks for many of them again.
 */
function keepComputedStyles(): void {
  const computed = globalThis.getComputedStyle;
  if (computed.name === 'kept') return;
  let styles = new WeakMap<Element, CSSStyleDeclaration>();
  const changes = new MutationObserver(() => (styles = new WeakMap()));
  changes.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  // jsdom complains about pseudo elements, which antd asks for to find the width of a scroll bar.
  globalThis.getComputedStyle = function kept(element) {
    if (changes.takeRecords().length > 0) styles = new WeakMap();
    const known = styles.get(element) ?? computed(element);
    styles.set(element, known);
    return known;
  };
}

/** What jsdom lacks and the components need; a resize observer that stays silent, since jsdom has no layout. */
function addMissing(): void {
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  globalThis.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  });
  Element.prototype.scrollIntoView ??= () => undefined;
  // Charts are drawn on a plane; maps find that they cannot be drawn, and are lists.
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value: (kind: string) => (kind === '2d' ? blank : null),
  });
  keepComputedStyles();
}

/** Prepares jsdom and the Chinese texts of shell and kit; call it in beforeAll, and loadTexts for those of a feature. */
export async function prepareDom(): Promise<void> {
  addMissing();
  // Ends what hangs; on a slow or busy machine much takes ten times as long.
  configure({ asyncUtilTimeout: 30_000 });
  await initTexts('zh');
  await loadShellTexts();
}

/** Renders inside the providers of the application, without motion and without retries. */
export function renderInApp(node: ReactNode): RenderResult {
  cleanup();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrap = (children: ReactNode): ReactNode => (
    <QueryClientProvider client={client}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>{children}</App>
      </ConfigProvider>
    </QueryClientProvider>
  );
  const result = render(wrap(node));
  return { ...result, rerender: (next) => result.rerender(wrap(next)) };
}
