import { type ReactElement, useEffect, useState } from 'react';
import { loadTexts, useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';

const Palette = late(async () => {
  const [module] = await Promise.all([import('./Palette.tsx'), loadTexts(['palette'])]);
  return module.Palette;
});

/** Whether something is open above the page: it has the keys. */
const isCovered = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].some((layer) => layer.checkVisibility?.() ?? true);

/** The button in the header that finds anything, and Ctrl+K. */
export function PaletteHost(): ReactElement {
  const t = useT();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((shown) => !shown && !isCovered());
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className="pt-header-button pt-palette-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor">
          <path d="M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.4 10.4l3.4 3.4" strokeWidth="1.4" />
        </svg>
        <span>{t('shell.find')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Palette open={open} onClose={() => setOpen(false)} />
    </>
  );
}
