import { Fragment } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { TimeText } from './TimeText.tsx';
import './source-ages.css';

type Source = { carrierCode: string; answeredTime: number | null; failing: boolean };

/** When the one that answered longest ago did; null when none has. */
const oldestOf = (sources: readonly Source[]): number | null =>
  sources.reduce<number | null>(
    (least, { answeredTime }) => (answeredTime === null ? least : Math.min(least ?? answeredTime, answeredTime)),
    null,
  );

type Props = { sources: readonly Source[]; since: string; nameOf: (code: string) => string };

/** How old what the sources reported is, and who does not answer now, with the age of what is shown of it. */
export function SourceAges({ sources, since, nameOf }: Props) {
  const t = useT();
  const lang = useLang();
  const oldest = oldestOf(sources);
  const failing = sources.filter((source) => source.failing);
  return (
    <span className="pt-muted">
      {oldest !== null && (
        <>
          {since} <TimeText instant={oldest} short />
        </>
      )}
      {failing.length > 0 && (
        <span className="pt-source-failing" role="status">
          {' '}
          {t('value.sourcesFailing')}{' '}
          {failing.map(({ carrierCode, answeredTime }, index) => (
            <Fragment key={carrierCode}>
              {index > 0 && (lang === 'zh' ? '、' : ', ')}
              {nameOf(carrierCode)}{' '}
              {answeredTime === null ? t('value.sourceNever') : <TimeText instant={answeredTime} short />}
            </Fragment>
          ))}
        </span>
      )}
    </span>
  );
}
