import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What a letter does while a drawer is open. */
export type DrawerKeys = Readonly<Record<string, (() => void) | undefined>>;

const EDITABLE = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]';

/** Whether the drawer around this element is what the person looks at: nothing has opened above it. */
function isOnTop(inside: HTMLElement): boolean {
  const own = inside.closest('[role="dialog"]');
  const shown = [...document.querySelectorAll('[role="dialog"]')].filter((layer) => layer.checkVisibility?.() ?? true);
  return own !== null && shown.at(-1) === own;
}

/** Single letters work while the drawer is on top and nothing is being typed. */
export function useDrawerKeys(box: RefObject<HTMLElement | null>, open: boolean, keys: DrawerKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = keys[event.key];
    if (run === undefined || box.current === null || !isOnTop(box.current)) return;
    if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}
