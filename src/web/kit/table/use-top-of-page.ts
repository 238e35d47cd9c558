import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Another page is read from its top: when none of the rows before is among the new ones, the table goes back there. */
export function useTopOfPage(box: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const old = new Set(before.current);
    before.current = keys;
    const body = box.current?.querySelector('.ant-table-body');
    if (body && old.size > 0 && keys.length > 0 && !keys.some((key) => old.has(key))) body.scrollTop = 0;
  });
}
