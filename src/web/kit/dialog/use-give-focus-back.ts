import { useEffect, useRef } from 'react';

/** Remembers what had the focus when something opened and gives it back when it closes, if it is still there. */
export function useGiveFocusBack(open: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (open) {
      const active = document.activeElement;
      if (before.current === null && active instanceof HTMLElement && active.closest('.ant-modal') === null)
        before.current = active;
      return;
    }
    const target = before.current;
    before.current = null;
    if (target?.isConnected && target.offsetParent !== null) target.focus();
  }, [open]);
}
