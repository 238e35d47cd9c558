import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to something that had it before, if it is still there to be seen. */
export function focusAgain(element: HTMLElement | null): void {
  if (element?.isConnected && (element.checkVisibility?.() ?? true)) element.focus({ preventScroll: true });
}

function useBefore(open: boolean): RefObject<HTMLElement | null> {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const active = document.activeElement;
    if (!open || before.current !== null) return;
    if (active instanceof HTMLElement && active !== document.body && active.closest('.ant-modal') === null)
      before.current = active;
  }, [open]);
  // Taken away while it was open, by a page that draws it only then: nobody else gives the focus back.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusAgain(before.current);
    },
    [],
  );
  return before;
}

/** Gives the focus back where it was when something that was open is taken away at once. */
export const useFocusBackWhenGone = (open: boolean): void => void useBefore(open);

/** Remembers what had the focus when something opened and gives it back when it closes, if it is still there. */
export function useGiveFocusBack(open: boolean): void {
  const before = useBefore(open);
  useEffect(() => {
    if (open) return;
    focusAgain(before.current);
    before.current = null;
  }, [open, before]);
}
