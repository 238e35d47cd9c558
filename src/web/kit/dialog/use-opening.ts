import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs when a dialog opens, to fill its form: not when a hidden tab with an open dialog is shown again. */
export function useOpening(open: boolean, onOpening: () => void): void {
  const wasOpen = useRef(false);
  const opening = useEffectEvent(onOpening);
  useEffect(() => {
    const isOpening = open && !wasOpen.current;
    wasOpen.current = open;
    if (isOpening) opening();
  }, [open]);
}
