import { useCallback } from 'react';
import { useT } from '#web/i18n/index.ts';
import { timeAsText } from './TimeText.tsx';

type Said = { carrierCode: string; saidTime: number } | null;

/** Who told a time and when, as a line of its tooltip; undefined where nobody has. */
export function useSaid(nameOf: (carrierCode: string) => string): (said: Said) => string | undefined {
  const t = useT();
  return useCallback(
    (said) =>
      said === null
        ? undefined
        : t('value.saidBy', { name: nameOf(said.carrierCode), time: timeAsText(said.saidTime) }),
    [t, nameOf],
  );
}
