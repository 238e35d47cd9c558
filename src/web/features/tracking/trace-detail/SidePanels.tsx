import { Button } from 'antd';
import { useState } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import { whyTask } from '#domain/tracking/why/why.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict, useSourceTypes } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText, TimeText } from '#web/kit/value/TimeText.tsx';
import { late } from '#web/kit/late.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';
import { useTrace } from './trace-context.ts';
import { useSourceNames } from './use-source-names.ts';
import { WarningsOfSources } from './WarningsOfSources.tsx';

const RawDialog = late(async () => (await import('./RawDialog.tsx')).RawDialog);

/** How each source of this shipment is doing. */
export function SourcesPanel() {
  const t = useT();
  const trace = useTrace();
  const types = useSourceTypes();
  const nameOf = useSourceNames();
  const [shown, setShown] = useState<{ code: string; open: boolean }>({ code: '', open: false });
  if (trace.sources.length === 0) return <EmptyState title={t('traceDetail.noSources')} />;
  return (
    <>
      <ul className="pt-sources">
        {trace.sources.map((source) => {
          const failing = source.consecutiveFailures > 0;
          return (
            <li key={source.code} className="pt-source" data-failing={failing || undefined}>
              <div className="pt-source-head">
                <b>{nameOf(source.code)}</b>
                <span className="pt-muted">{types.nameIn(source.sourceType, trace.mode)}</span>
                <StatusTag tone={failing ? 'danger' : source.lastSuccessTime === null ? 'neutral' : 'ok'}>
                  {failing
                    ? t('traceDetail.failing', { count: source.consecutiveFailures })
                    : source.lastSuccessTime === null
                      ? t('traceDetail.waiting')
                      : t('traceDetail.working')}
                </StatusTag>
              </div>
              <div className="pt-source-facts">
                <Button size="small" onClick={() => setShown({ code: source.code, open: true })}>
                  {t('traceSharing.raw.open')}
                </Button>
                {source.lastSuccessTime !== null && (
                  <span>
                    {t('traceDetail.lastSuccess')} <ElapsedText instant={source.lastSuccessTime} now={trace.now} />
                  </span>
                )}
                {source.lastChangeTime !== null && (
                  <span>
                    {t('traceDetail.lastChange')} <ElapsedText instant={source.lastChangeTime} now={trace.now} />
                  </span>
                )}
                {source.nextPullTime !== null && (
                  <span>
                    {t('traceDetail.nextPull')} <ElapsedText instant={source.nextPullTime} now={trace.now} />
                  </span>
                )}
              </div>
              <WhyLine
                why={whyTask({
                  of: 'pull',
                  failures: source.consecutiveFailures,
                  error: source.lastError,
                  nextAt: source.nextPullTime,
                  planned: source.nextPullWhy,
                  lastAt: source.lastSuccessTime,
                  now: trace.now,
                })}
                subscriptionId={trace.subscription?.obmTkSubscribeId}
              />
            </li>
          );
        })}
      </ul>
      <RawDialog
        open={shown.open}
        bkId={trace.booking.obmBkId}
        sourceCode={shown.code}
        sourceName={nameOf(shown.code)}
        onClose={() => setShown({ ...shown, open: false })}
      />
    </>
  );
}

/** The exceptions of this shipment, open ones first. */
export function ExceptionsPanel() {
  const t = useT();
  const trace = useTrace();
  const statuses = useDict('HANDLE_STATUS');
  if (trace.exceptions.length === 0)
    return (
      <>
        <EmptyState title={t('traceDetail.noExceptions')} text={t('traceDetail.noExceptionsText')} />
        <WarningsOfSources />
      </>
    );
  const sorted = trace.exceptions.toSorted((a, b) => b.open - a.open || b.createTime - a.createTime);
  return (
    <>
      <ul className="pt-problems">
        {sorted.map((exception) => (
          <li key={exception.obmAutotestResultId} data-open={exception.open === 1 || undefined}>
            <div className="pt-problem-head">
              <SeverityMark severity={exception.severity} wordless />
              <GoLink
                className="pt-link"
                href={`/exception-manage?obmAutotestResultId=${encodeURIComponent(exception.obmAutotestResultId)}`}
              >
                {exception.testPurposeName}
              </GoLink>
              <StatusTag tone={handleTone(exception.handleStatus)}>{statuses.nameOf(exception.handleStatus)}</StatusTag>
              {exception.open === 0 && <span className="pt-resolved">{t('traceDetail.resolved')}</span>}
            </div>
            <p>{exception.errorRemark}</p>
            <TimeText instant={exception.createTime} />
          </li>
        ))}
      </ul>
      <WarningsOfSources />
    </>
  );
}
