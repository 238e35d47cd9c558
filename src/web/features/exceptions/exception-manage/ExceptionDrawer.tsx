import { exceptionsList } from '#lists/exceptions.ts';
import { filterLabel } from '#shared/list/declare.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { actionsOf, type DrawerWalk } from '#web/kit/detail/DrawerParts.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { useDict, useExceptionTypes } from '#web/kit/search/use-names.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { modeWord } from '#web/kit/value/mode-words.ts';
import { TestMark } from '#web/kit/value/TestMark.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { whyOfResult } from '#contract/wire/exception-why.ts';
import { AlsoWarnedSection } from '#web/why/AlsoWarned.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';
import { EvidenceTable } from './EvidenceTable.tsx';
import { ExpertValues } from './ExpertValues.tsx';
import { Containers, Legs, Milestones, Route } from './ShipmentParts.tsx';
import { expertValuesOf } from './evidence-text.ts';
import { exceptionId, type ExceptionRow, traceTargetOf, wholeRowOf } from './row-rules.ts';
import './exception-parts.css';
import { Life, WhyHere } from './WhyHere.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { useGo } from '#web/base/page-hooks.ts';
import { late } from '#web/kit/late.tsx';

const BusinessDialog = late(async () => (await import('#web/business/BusinessDialog.tsx')).BusinessDialog);

/** Opens the whole booking of an exception, with path, transfers and containers, to be read. */
function ViewBooking({ row }: { row: ExceptionRow }) {
  const t = useT();
  const go = useGo();
  const [open, setOpen] = useState(false);
  const bkId = row.obmAutotestResult.bkId ?? row.obmTkSubscribe?.bkId ?? null;
  if (bkId === null || bkId === '') return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('business.viewTitle')}
      </Button>
      <Button size="small" onClick={() => go(`/exceptionBusinessInfo?${new URLSearchParams({ bkId }).toString()}`)}>
        {t('business.toInfo')}
      </Button>
      <BusinessDialog open={open} bkId={bkId} disabled onClose={close} onSaved={close} />
    </>
  );
}

type Props = {
  row: ExceptionRow | undefined;
  open: boolean;
  /** What can be done with it. */
  actions: readonly RowAction<ExceptionRow>[];
  walk: DrawerWalk;
  onClose: () => void;
};

/** The row with its shipment, which rows of the list come without; the row as it is until that has come. */
function useWholeRow(row: ExceptionRow | undefined, open: boolean) {
  const id = row === undefined ? '' : exceptionId(row);
  const query = useCall('queryExceptions', wholeRowOf(id), { enabled: open && row !== undefined });
  const shipment = query.data?.records.find((one) => exceptionId(one) === id);
  const whole: ExceptionRow | undefined =
    row === undefined || shipment === undefined
      ? row
      : {
          ...row,
          obmAutotestResult: { ...row.obmAutotestResult, evidence: shipment.obmAutotestResult.evidence },
          obmTkSubscribe: shipment.obmTkSubscribe,
          updateLogMap: shipment.updateLogMap,
          obmBk: shipment.obmBk,
          obmDoc: shipment.obmDoc,
          obmMultiVessel: shipment.obmMultiVessel,
          obmDocActualContainerList: shipment.obmDocActualContainerList,
          mdStatusRecordList: shipment.mdStatusRecordList,
        };
  return { whole, query };
}

function RowFacts({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  const { label } = useListLabels(exceptionsList);
  const { obmAutotestResult: result } = row;
  return (
    <Facts>
      <Fact label={label('tenantCode')}>{result.tenantName}</Fact>
      <Fact label={modeWord(t, row.obmBk?.mode, 'blNo') ?? label('blNo')} copy={result.blNo}>
        {result.blNo}
        <TestMark number={result.blNo ?? result.ctnNo} />
      </Fact>
      <Fact label={modeWord(t, row.obmBk?.mode, 'ctnNo') ?? label('ctnNo')} copy={result.ctnNo}>
        {result.ctnNo}
      </Fact>
      {result.boxNos.length > 1 && (
        <Fact label={t('exceptionManage.boxes', { count: result.boxNos.length })} copy={result.boxNos.join('\n')} wide>
          {result.boxNos.join('  ')}
        </Fact>
      )}
      <Fact label={filterLabel(exceptionsList, 'obmTkSubscribeId')[lang]} copy={result.obmTkSubscribeId}>
        {result.obmTkSubscribeId}
      </Fact>
      <Fact label={label('subscribeTime')}>
        <TimeText instant={result.recordTime} />
      </Fact>
      <Fact label={label('createTime')}>
        <TimeText instant={result.createTime} />
      </Fact>
      <Fact label={label('lastModifyTime')}>
        <TimeText instant={result.lastModifyTime} />
      </Fact>
      <Fact label={label('chargeName')}>{result.chargeName}</Fact>
      <Fact label={label('handleTime')}>
        {result.handleTime === null ? null : <TimeText instant={result.handleTime} />}
      </Fact>
      <Fact label={label('handleRemark')} wide={(result.handleRemark ?? '') !== ''}>
        {result.handleRemark}
      </Fact>
    </Facts>
  );
}

/** Everything about one exception, to read: why it is here, the route, its parts and what was done. */
export function ExceptionDrawer({ row, open, actions, walk, onClose }: Props) {
  const t = useT();
  const types = useExceptionTypes();
  const statuses = useDict('HANDLE_STATUS');
  const { whole, query } = useWholeRow(row, open);
  if (row === undefined || whole === undefined) return null;
  const result = row.obmAutotestResult;
  const target = traceTargetOf(row);
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      actions={actionsOf(actions, row, 'update')}
      walk={walk}
      title={
        <>
          <SeverityMark severity={result.severity} />
          {result.testPurposeName || types.nameOf(result.testPurpose)}
        </>
      }
      mark={<StatusTag tone={handleTone(result.handleStatus)}>{statuses.nameOf(result.handleStatus)}</StatusTag>}
      extra={
        'href' in target ? (
          <GoLink href={target.href} className="pt-link">
            {t('exceptionManage.openTrace')}
          </GoLink>
        ) : undefined
      }
    >
      <WhyLine strong why={whyOfResult(result)} bkId={result.bkId} subscriptionId={result.obmTkSubscribeId} />
      <p className="pt-muted">
        {t('exceptionManage.rule', { text: types.describe(result.testPurpose) || result.testPurpose })}
      </p>
      <WhyHere result={result} />
      <Section title={t('exceptionManage.section.evidence')}>
        <EvidenceTable row={whole} />
      </Section>
      <AlsoWarnedSection exceptionId={result.obmAutotestResultId} />
      {expertValuesOf(whole.updateLogMap).length > 0 && (
        <Section title={t('exceptionManage.section.expert')}>
          <ExpertValues row={whole} />
        </Section>
      )}
      <Section title={t('exceptionManage.section.facts')}>
        <RowFacts row={whole} />
      </Section>
      <Section title={t('exceptionManage.section.route')}>
        {query.isError && <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />}
        {query.isLoading && whole.obmBk === null ? <LoadingState /> : <Route row={whole} />}
        <ViewBooking row={whole} />
      </Section>
      {whole.obmMultiVessel.length > 0 && (
        <Section title={t('exceptionManage.section.legs')}>
          <Legs row={whole} />
        </Section>
      )}
      {whole.obmDocActualContainerList.length > 0 && (
        <Section title={t('exceptionManage.section.containers')}>
          <Containers row={whole} />
        </Section>
      )}
      {whole.mdStatusRecordList.length > 0 && (
        <Section title={t('exceptionManage.section.milestones')}>
          <Milestones row={whole} />
        </Section>
      )}
      <Life exceptionId={result.obmAutotestResultId} />
    </DetailDrawer>
  );
}
