import { isTestNumber } from '#shared/ids/test-reference.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag } from './StatusTag.tsx';

/** Marks a shipment that is test data, by its bill or container; nothing beside all others. */
export function TestMark({ number }: { number: string | null | undefined }) {
  const t = useT();
  if (!isTestNumber(number ?? null)) return null;
  return (
    <>
      {' '}
      <StatusTag tone="warn">{t('value.testData')}</StatusTag>
    </>
  );
}
