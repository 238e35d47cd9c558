import { create } from 'zustand';
import { localStore } from './storage.ts';

/** How the product looks. */
export type Theme = 'light' | 'dark';

const storageKey = 'portolan.theme';

const systemTheme = (): Theme => (globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

const stored = localStore.get(storageKey);
const store = create<{ theme: Theme }>(() => ({
  theme: stored === 'light' || stored === 'dark' ? stored : systemTheme(),
}));

/** Puts the theme on the document, where the colours of theme.css read it. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = store.getState().theme;
}

/** Light or dark, now. */
export const useTheme = (): Theme => store((state) => state.theme);

/** Changes the looks and remembers the choice. */
export function setTheme(theme: Theme): void {
  localStore.set(storageKey, theme);
  store.setState({ theme });
  applyTheme();
}
