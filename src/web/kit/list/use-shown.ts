import { useCallback, useState } from 'react';

/** Something shown in a drawer: it stays known while the drawer slides away. */
export type Shown<T> = { item: T | undefined; open: boolean; show: (item: T) => void; hide: () => void };

/** What a drawer shows, nothing at first. */
export function useShown<T>(): Shown<T> {
  const [shown, setShown] = useState<{ item: T; open: boolean }>();
  const show = useCallback((item: T) => setShown({ item, open: true }), []);
  const hide = useCallback(() => setShown((last) => last && { ...last, open: false }), []);
  return { item: shown?.item, open: shown?.open ?? false, show, hide };
}
