import { useCallback } from 'react';
import { useT } from '#web/i18n/index.ts';
import { timeAsText } from './TimeText.tsx';

type Said = { carrierCode: string; saidTime: number } | null;

/** Who told a value and when, in the words of a tooltip. */
export type SaidText = (said: { source: string; time: number }) => string;

/** The words of a tooltip for who told a value and when. */
export function useSaidText(): SaidText {
  const t = useT();
  return useCallback(({ source, time }) => t('value.saidBy', { name: source, time: timeAsText(time) }), [t]);
}

/** Who told a time and when, as a line of its tooltip; undefined where nobody has. */
export function useSaid(nameOf: (carrierCode: string) => string): (said: Said) => string | undefined {
  const words = useSaidText();
  return useCallback(
    (said) => (said === null ? undefined : words({ source: nameOf(said.carrierCode), time: said.saidTime })),
    [words, nameOf],
  );
}
