import { Select } from 'antd';
import type { CallData } from '#contract/index.ts';
import { hoursText } from '#shared/time/duration.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useSourceName } from './AttributeName.tsx';
import { adviceSearch } from './advice-link.ts';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './truth.css';

const route = '/source-scores';

type Scores = CallData<'sourceScoreQuery'>;
type Score = Scores['scores'][number];

const attributes = ['booking.atd', 'booking.ata', 'booking.eta'] as const;
const shortName = { 'booking.atd': 'atd', 'booking.ata': 'ata', 'booking.eta': 'eta' } as const;

function useAttributeWords(): (attribute: Score['attribute']) => string {
  const t = useT();
  return (attribute) => t(`sourceScores.attribute.${shortName[attribute]}`);
}

/** What the scores say about the order of sources, each with its preview. */
function Advice({ advice }: { advice: Scores['advice'] }) {
  const t = useT();
  const nameOf = useAttributeWords();
  const sourceName = useSourceName();
  const may = useMay('/fusion-precedence');
  return (
    <section className="pt-score-advice" aria-label={t('sourceScores.advice')}>
      <h2>{t('sourceScores.advice')}</h2>
      {advice.length === 0 && <p className="pt-muted">{t('sourceScores.noAdvice')}</p>}
      <ul>
        {advice.map(({ attribute, advised }) => (
          <li key={attribute}>
            {t('sourceScores.adviceText', {
              attribute: nameOf(attribute),
              order: advised.map(sourceName).join(' › '),
            })}{' '}
            {may && (
              <GoLink className="pt-link" href={makeHref('/fusion-precedence', adviceSearch(attribute, advised))}>
                {t('sourceScores.preview')}
              </GoLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type RowsProps = { scores: readonly Score[]; attribute: Score['attribute']; nameOf: (carrierCode: string) => string };

function ScoreRows({ scores, attribute, nameOf }: RowsProps) {
  const t = useT();
  const lang = useLang();
  const attributeName = useAttributeWords();
  const own = scores.filter((score) => score.attribute === attribute);
  const firstText = (hours: number): string =>
    t(hours < 0 ? 'sourceScores.early' : 'sourceScores.late', { span: hoursText(Math.abs(hours), lang) });
  return own.map((score) => (
    <tr key={`${score.carrierCode} ${score.sourceCode}`}>
      <td>{attributeName(attribute)}</td>
      <th scope="row">{nameOf(score.carrierCode)}</th>
      <td>{lang === 'zh' ? score.sourceNameCn : score.sourceNameEn}</td>
      <td className="pt-score-number">{score.shipments}</td>
      <td className="pt-score-number">{score.words.toFixed(1)}</td>
      <td className="pt-score-number">{firstText(score.firstHours)}</td>
      <td className="pt-score-number">{hoursText(score.errorHours, lang)}</td>
      <td className="pt-score-number">
        <StatusTag tone={score.rightShare >= 0.9 ? 'ok' : score.rightShare >= 0.7 ? 'warn' : 'danger'}>
          {`${Math.round(score.rightShare * 100)} %`}
        </StatusTag>
      </td>
    </tr>
  ));
}

/** How early, how often and how right each source reported departures and arrivals, and what that says about trust in it. */
export function SourceScoresPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch(route);
  const lang = useLang();
  const carrierCode = search['carrierCode'];
  const query = useCall('sourceScoreQuery', { carrierCode: carrierCode ?? null }, { keep: true });
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingState />
    );
  const { scores, advice, examined, arrived } = query.data;
  const carriers = query.data.carriers.map(({ carrierCode: value, nameCn, nameEn }) => ({
    value,
    label: lang === 'zh' ? nameCn : nameEn,
  }));
  const nameOf = (code: string): string => carriers.find(({ value }) => value === code)?.label ?? code;
  return (
    <div className="pt-list pt-truth">
      <div className="pt-toolbar">
        <Select
          size="small"
          className="pt-score-carrier"
          aria-label={t('sourceScores.carrier')}
          allowClear
          placeholder={`${t('sourceScores.carrier')}: ${t('sourceScores.all')}`}
          value={carrierCode}
          showSearch={{ optionFilterProp: 'label' }}
          options={carriers}
          onChange={(next: string | undefined) => setSearch({ ...search, carrierCode: next })}
        />
        <span className="pt-muted">
          {t('sourceScores.sample', { examined: formatCount(examined), arrived: formatCount(arrived) })}
        </span>
      </div>
      <p className="pt-muted">{t('sourceScores.about')}</p>
      {scores.length === 0 ? (
        <EmptyState
          title={arrived === 0 ? t('sourceScores.empty') : t('sourceScores.emptyOf', { arrived: formatCount(arrived) })}
        />
      ) : (
        <>
          <Advice advice={advice} />
          <div className="pt-attributes" role="region" tabIndex={0} aria-label={t('sourceScores.table')}>
            <table className="pt-mini">
              <thead>
                <tr>
                  {(['time', 'carrier', 'source', 'shipments', 'words', 'first', 'error', 'right'] as const).map(
                    (column) => (
                      <th key={column} scope="col">
                        {t(`sourceScores.column.${column}`)}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {attributes.map((attribute) => (
                  <ScoreRows key={attribute} scores={scores} attribute={attribute} nameOf={nameOf} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
}
