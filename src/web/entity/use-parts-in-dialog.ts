import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DialogExtras } from './EntityDialog.tsx';
import type { Parts } from './use-parts.ts';

/** Given the tables of parts that a dialog shows, in the order they are saved in; none once they are gone. */
export type OnParts = (tables: readonly Parts[]) => void;

/** What a dialog does about the tables of parts below its form. */
type PartsExtras = Required<Pick<DialogExtras, 'dirty' | 'waits' | 'afterSave' | 'onGivenUp'>>;

/** The tables of parts in the dialog of their row: they are saved after it, and given up with it. */
export function usePartsInDialog(): { extras: PartsExtras; onParts: OnParts } {
  const shown = useRef<readonly Parts[]>([]);
  const [dirty, setDirty] = useState(false);
  const onParts = useCallback((tables: readonly Parts[]): void => {
    shown.current = tables;
    setDirty(tables.some((table) => table.dirty));
  }, []);
  const extras = useMemo(
    (): PartsExtras => ({
      dirty,
      waits: () => shown.current.some((table) => table.leadToQuestion()),
      afterSave: async () => {
        for (const table of shown.current) if (table.dirty) await table.save();
      },
      onGivenUp: () => {
        for (const table of shown.current) table.forget();
      },
    }),
    [dirty],
  );
  return { extras, onParts };
}

/** Tells the dialog about tables of parts as long as they are shown. */
export function useReportParts(tables: readonly Parts[], onParts: OnParts): void {
  useEffect(() => onParts(tables));
  useEffect(() => () => onParts([]), [onParts]);
}
