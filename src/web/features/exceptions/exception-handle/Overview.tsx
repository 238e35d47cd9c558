import type { HandlingDetail } from '#contract/exceptions/handling.ts';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useT } from '#web/i18n/index.ts';
import { Fact, Facts } from '#web/kit/detail/Section.tsx';
import { useDict, useSourceTypes } from '#web/kit/search/use-names.ts';
import { EvidenceTable } from '#web/kit/value/EvidenceTable.tsx';
import { modeWord } from '#web/kit/value/mode-words.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { whyOfResult } from '#contract/wire/exception-why.ts';
import { AlsoWarned } from '#web/why/AlsoWarned.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';
import { useTraceHref } from './trace-href.ts';

/** What the exception is about, to read. */
export function HandlingFacts({ detail }: { detail: HandlingDetail }) {
  const t = useT();
  const sources = useDict('EXCEPTION_SOURCE');
  const kinds = useSourceTypes();
  const source = [sources.nameOf(detail.exceptionSourceCode), kinds.nameIn(detail.bizSourceType, detail.mode)];
  // Other modes than sea know a shipment by one number.
  const number = (name: 'blNo' | 'ctnNo') =>
    (isBySea(detail.mode) || detail[name] !== null) && (
      <Fact label={modeWord(t, detail.mode, name) ?? t(`exceptionHandle.${name}`)} copy={detail[name]}>
        {detail[name] && <span className="pt-mono">{detail[name]}</span>}
      </Fact>
    );
  return (
    <Facts className="pt-handle-facts">
      <Fact label={t('exceptionHandle.source')}>{source.filter(Boolean).join(' · ')}</Fact>
      <Fact label={t('exceptionHandle.tenant')}>{detail.tenantName || detail.tenantCode}</Fact>
      {number('blNo')}
      {number('ctnNo')}
      <Fact label={t('exceptionHandle.subscribeId')} copy={detail.obmTkSubscribeId}>
        {detail.obmTkSubscribeId && <span className="pt-mono">{detail.obmTkSubscribeId}</span>}
      </Fact>
      <Fact label={t('exceptionHandle.createTime')}>
        <TimeText instant={detail.createTime} />
      </Fact>
      <Fact label={t('exceptionHandle.charge')}>
        {detail.chargeName ?? detail.chargeCode ?? <span className="pt-muted">{t('exceptionHandle.nobody')}</span>}
      </Fact>
    </Facts>
  );
}

/** Which rule fired, in words, and the values it saw. */
export function EvidencePanel({ detail }: { detail: HandlingDetail }) {
  const t = useT();
  const trace = useTraceHref(detail);
  return (
    <section className="pt-handle-card" aria-label={t('exceptionHandle.why')}>
      <div className="pt-handle-card-head">
        <h2>{t('exceptionHandle.why')}</h2>
        <span className="pt-handle-hint" />
        {trace !== undefined && (
          <GoLink href={trace} className="pt-link">
            {t('exceptionHandle.openTrace')}
          </GoLink>
        )}
      </div>
      <WhyLine
        strong
        why={whyOfResult(detail)}
        bkId={detail.obmTkSubscribe?.bkId}
        subscriptionId={detail.obmTkSubscribeId}
      />
      <AlsoWarned warnings={detail.warnings} />
      {detail.ruleText !== '' && (
        <p className="pt-muted pt-handle-rule">{t('exceptionHandle.rule', { text: detail.ruleText })}</p>
      )}
      <h3 className="pt-handle-sub">{t('exceptionHandle.evidence')}</h3>
      <div className="pt-handle-evidence" tabIndex={0} role="region" aria-label={t('exceptionHandle.evidence')}>
        <EvidenceTable
          evidence={detail.evidence}
          nameOf={(code) => detail.sourceNames[code] ?? code}
          mode={detail.mode}
        />
      </div>
    </section>
  );
}
