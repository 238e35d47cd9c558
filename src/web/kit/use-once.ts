import { useRef, useState } from 'react';

/** Does one thing at a time: asked again meanwhile, as by a second click on a slow line, it does nothing. */
export function useOnce<A extends readonly unknown[]>(
  act: (...args: A) => Promise<unknown>,
): { busy: boolean; run: (...args: A) => void } {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const once = async (args: A): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act(...args);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run: (...args) => void once(args) };
}
