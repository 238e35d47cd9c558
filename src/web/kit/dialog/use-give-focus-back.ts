import { useEffect, useRef } from 'react';

/** Gives the focus to something that had it before, if it is still there to be seen. */
export function focusAgain(element: HTMLElement | null): void {
  if (element?.isConnected && (element.checkVisibility?.() ?? true)) element.focus({ preventScroll: true });
}

function useFocusBefore(open: boolean, whenClosed: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const active = document.activeElement;
    if (open) {
      if (before.current === null && active instanceof HTMLElement && active.closest('.ant-modal') === null)
        before.current = active;
      return;
    }
    if (whenClosed) focusAgain(before.current);
    before.current = null;
  }, [open, whenClosed]);
  // Taken away while it was open, by a page that draws it only then: nobody else gives the focus back.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusAgain(before.current);
    },
    [],
  );
}

/** Gives the focus back where it was when something that was open is taken away at once. */
export const useFocusBackWhenGone = (open: boolean): void => useFocusBefore(open, false);

/** Remembers what had the focus when something opened and gives it back when it closes, if it is still there. */
export const useGiveFocusBack = (open: boolean): void => useFocusBefore(open, true);
