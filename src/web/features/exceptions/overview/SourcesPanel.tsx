import { useLang, useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { useNumbers } from './use-numbers.ts';
import type { OverviewData } from './use-overview.ts';

type Source = OverviewData['sources'][number];
type State = 'off' | 'failing' | 'late' | 'fine' | 'unheard';

const tones: Readonly<Record<State, Tone>> = {
  off: 'neutral',
  failing: 'danger',
  late: 'warn',
  fine: 'ok',
  unheard: 'neutral',
};
const order: readonly State[] = ['failing', 'late', 'fine', 'unheard', 'off'];

/** How a source does; one that has never reported anything is not in order, nobody knows whether it is. */
function stateOf(source: Source): State {
  if (!source.enabled) return 'off';
  if (source.failing) return 'failing';
  if (source.overdue.count > 0) return 'late';
  return source.lastSuccessTime === null ? 'unheard' : 'fine';
}

function Trouble({ source, now }: { source: Source; now: number }) {
  const t = useT();
  const numberText = useNumbers();
  return (
    <>
      {source.failing && (
        <span className="pt-ov-bad">
          {t('overview.sources.failures', { count: source.consecutiveFailures })}
          {source.lastError === null ? '' : `: ${source.lastError}`}
        </span>
      )}
      {source.overdue.count > 0 && (
        <span>
          {t('overview.sources.overdue', {
            count: `${numberText(source.overdue.count)}${source.overdue.more ? '+' : ''}`,
          })}
        </span>
      )}
      {source.failing && source.nextPullTime !== null && (
        <span>
          {t('overview.sources.next')} <ElapsedText instant={source.nextPullTime} now={now} />
        </span>
      )}
    </>
  );
}

/** When each source answered last, those in trouble first. */
export function SourcesPanel({ sources, now }: { sources: OverviewData['sources']; now: number }) {
  const t = useT();
  const lang = useLang();
  const sorted = sources.toSorted(
    (a, b) =>
      order.indexOf(stateOf(a)) - order.indexOf(stateOf(b)) || (a.lastSuccessTime ?? 0) - (b.lastSuccessTime ?? 0),
  );
  return (
    <div className="pt-ov-scroll" tabIndex={0} role="region" aria-label={t('overview.sources.title')}>
      <table className="pt-ov-table">
        <caption className="pt-sr-only">{t('overview.sources.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('overview.sources.source')}</th>
            <th scope="col">{t('overview.sources.state')}</th>
            <th scope="col">{t('overview.sources.lastAnswer')}</th>
            <th scope="col">{t('overview.sources.trouble')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((source) => {
            const state = stateOf(source);
            return (
              <tr key={source.code}>
                <th scope="row" title={source.code}>
                  {(lang === 'zh' ? source.nameCn : source.nameEn) || source.code}
                </th>
                <td>
                  <StatusTag tone={tones[state]}>{t(`overview.sources.is.${state}`)}</StatusTag>
                </td>
                <td>
                  {source.lastSuccessTime === null ? (
                    t('overview.sources.never')
                  ) : (
                    <ElapsedText instant={source.lastSuccessTime} now={now} />
                  )}
                </td>
                <td className="pt-ov-wide pt-ov-trouble">
                  <Trouble source={source} now={now} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
