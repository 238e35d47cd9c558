import { Button } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText, TimeText } from '#web/kit/value/TimeText.tsx';

type Source = CallData<'sources'>[number];

const REFUSALS_PER_PAGE = 10;

type State = 'off' | 'failing' | 'overdue' | 'unheard' | 'fine';

const tones: Readonly<Record<State, Tone>> = {
  off: 'neutral',
  failing: 'danger',
  overdue: 'warn',
  unheard: 'neutral',
  fine: 'ok',
};

/** The state of a source; one that has never answered is neither working nor failing. */
function stateOf({ enabled, failing, overdue, lastSuccessTime }: Source): State {
  if (!enabled) return 'off';
  if (failing) return 'failing';
  if (overdue > 0) return 'overdue';
  return lastSuccessTime === null ? 'unheard' : 'fine';
}

function useSourceName(): (source: Source) => string {
  const lang = useLang();
  return (source) => (lang === 'zh' ? source.nameCn : source.nameEn) || source.code;
}

function SourceLine({
  source,
  now,
  chosen,
  onChoose,
}: {
  source: Source;
  now: number;
  chosen: boolean;
  onChoose: () => void;
}) {
  const t = useT();
  const nameOf = useSourceName();
  const state = stateOf(source);
  return (
    <li className="pt-source" data-failing={source.failing || undefined}>
      <div className="pt-source-head">
        <b>{nameOf(source)}</b>
        <span className="pt-muted pt-mono">{source.code}</span>
        <StatusTag tone={tones[state]}>{t(`exceptionManage.sources.${state}`)}</StatusTag>
      </div>
      <div className="pt-source-facts">
        <span>
          {t('exceptionManage.sources.lastSuccess')}{' '}
          {source.lastSuccessTime === null ? (
            t('exceptionManage.sources.never')
          ) : (
            <ElapsedText instant={source.lastSuccessTime} now={now} />
          )}
        </span>
        {source.consecutiveFailures > 0 && (
          <span>{t('exceptionManage.sources.failures', { count: source.consecutiveFailures })}</span>
        )}
        {source.overdue > 0 && <span>{t('exceptionManage.sources.overdueCount', { count: source.overdue })}</span>}
        {source.refusals24h > 0 && (
          <button type="button" className="pt-link" aria-pressed={chosen} onClick={onChoose}>
            {t('exceptionManage.sources.refusals', { count: source.refusals24h })}
          </button>
        )}
      </div>
      {source.failing && source.lastError !== null && <p className="pt-source-error">{source.lastError}</p>}
    </li>
  );
}

function Refusals({ source, onAll }: { source: Source | undefined; onAll: () => void }) {
  const t = useT();
  const nameOf = useSourceName();
  const [page, setPage] = useState(1);
  const query = useCall(
    'refusals',
    { ...(source ? { sourceCode: source.code } : {}), currentPage: page, pageSize: REFUSALS_PER_PAGE },
    { keep: true },
  );
  return (
    <Section
      title={
        <>
          {t('exceptionManage.sources.refusalTitle')}
          {source && (
            <>
              {' · '}
              {nameOf(source)}{' '}
              <Button size="small" type="link" onClick={onAll}>
                {t('exceptionManage.sources.showAll')}
              </Button>
            </>
          )}
        </>
      }
    >
      {query.isError && <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingState />}
      {query.data?.records.length === 0 && <EmptyState title={t('exceptionManage.sources.noRefusals')} />}
      <ul className="pt-refusals">
        {query.data?.records.map((refusal) => (
          <li key={refusal.id}>
            <div>
              <TimeText instant={refusal.time} />{' '}
              <span className="pt-muted">{[refusal.sourceCode, refusal.via].filter(Boolean).join(' · ')}</span>
            </div>
            <b>{refusal.reasonText || refusal.reason}</b> {refusal.detail}
            {refusal.sample !== null && <pre tabIndex={0}>{refusal.sample}</pre>}
          </li>
        ))}
      </ul>
      {query.data !== undefined && query.data.totalRecord > REFUSALS_PER_PAGE && (
        <div className="pt-simple-pager">
          <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('exceptionManage.sources.newer')}
          </Button>
          <Button size="small" disabled={page >= query.data.totalPage} onClick={() => setPage(page + 1)}>
            {t('exceptionManage.sources.older')}
          </Button>
        </div>
      )}
    </Section>
  );
}

type Props = { open: boolean; onClose: () => void; query: QueryState<CallData<'sources'>>; requestedAt: number };

/** How each source does, and the messages of one or all that were refused. */
export function SourcesDrawer({ open, onClose, query, requestedAt }: Props) {
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  const sources = (query.data ?? []).toSorted((a, b) => Number(b.failing) - Number(a.failing) || b.overdue - a.overdue);
  const world = useCall('getWorld', undefined, { enabled: open, staleTime: 60_000 });
  const now = world.data?.now ?? requestedAt;
  return (
    <DetailDrawer open={open} onClose={onClose} title={t('exceptionManage.sources.title')} size="min(600px, 92vw)">
      {query.isError && <ErrorState message={query.error?.message ?? ''} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingState />}
      <ul className="pt-sources">
        {sources.map((source) => (
          <SourceLine
            key={source.code}
            source={source}
            now={now}
            chosen={chosen === source.code}
            onChoose={() => setChosen(source.code)}
          />
        ))}
      </ul>
      {open && (
        <Refusals
          key={chosen ?? ''}
          source={sources.find((source) => source.code === chosen)}
          onAll={() => setChosen(undefined)}
        />
      )}
    </DetailDrawer>
  );
}
