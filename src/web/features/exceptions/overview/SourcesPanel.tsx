import { useLang, useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { useNumbers } from './use-numbers.ts';
import type { OverviewData } from './use-overview.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

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
      <MiniTable
        label={t('overview.sources.title')}
        className="pt-ov-table"
        phone="table"
        columns={[
          { key: 'source', title: t('overview.sources.source'), isRowHead: true },
          { key: 'state', title: t('overview.sources.state') },
          { key: 'lastAnswer', title: t('overview.sources.lastAnswer') },
          { key: 'trouble', title: t('overview.sources.trouble') },
        ]}
        rows={sorted}
        rowKey={(source) => source.code}
        cells={(source) => {
          const state = stateOf(source);
          return {
            source: { content: (lang === 'zh' ? source.nameCn : source.nameEn) || source.code, title: source.code },
            state: <StatusTag tone={tones[state]}>{t(`overview.sources.is.${state}`)}</StatusTag>,
            lastAnswer:
              source.lastSuccessTime === null ? (
                t('overview.sources.never')
              ) : (
                <ElapsedText instant={source.lastSuccessTime} now={now} />
              ),
            trouble: { content: <Trouble source={source} now={now} />, className: 'pt-ov-wide pt-ov-trouble' },
          };
        }}
      />
    </div>
  );
}
