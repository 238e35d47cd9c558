import { useCallback } from 'react';
import { useT } from '#web/i18n/index.ts';
import { timeAsText } from './TimeText.tsx';

type Statement = { carrierCode: string; saidTime: number } | null;

/** Which source reported a value and when, in the words of a tooltip. */
export type SourceText = (sourceText: { source: string; time: number }) => string;

/** The words of a tooltip for which source reported a value and when. */
export function useSourceText(): SourceText {
  const t = useT();
  return useCallback(({ source, time }) => t('value.saidBy', { name: source, time: timeAsText(time) }), [t]);
}

/** Which source reported a time and when, as a line of its tooltip; undefined where nobody has. */
export function useStatementText(
  nameOf: (carrierCode: string) => string,
): (sourceText: Statement) => string | undefined {
  const words = useSourceText();
  return useCallback(
    (sourceText) =>
      sourceText === null ? undefined : words({ source: nameOf(sourceText.carrierCode), time: sourceText.saidTime }),
    [words, nameOf],
  );
}
