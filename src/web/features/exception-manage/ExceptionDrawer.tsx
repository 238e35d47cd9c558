import { exceptionsList } from '#lists/exceptions.ts';
import { filterLabel } from '#shared/list/declare.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { actionsOf, type DrawerWalk } from '#web/kit/detail/DrawerParts.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { useDict, useExceptionTypes } from '#web/kit/search/use-names.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { modeWord } from '#web/kit/value/mode-words.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { whyOfResult } from '#web/why/exception-why.ts';
import { AlsoWarnedSection } from '#web/why/AlsoWarned.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';
import { EvidenceTable } from './EvidenceTable.tsx';
import { ExpertValues } from './ExpertValues.tsx';
import { Containers, Legs, Milestones, Route } from './ShipmentParts.tsx';
import { expertValuesOf } from './evidence-text.ts';
import { type ExceptionRow, traceTargetOf } from './row-rules.ts';
import { ViewBooking } from './ViewBooking.tsx';
import { Life, WhyHere } from './WhyHere.tsx';

type Props = {
  row: ExceptionRow | undefined;
  open: boolean;
  /** What can be done with it. */
  actions: readonly RowAction<ExceptionRow>[];
  walk: DrawerWalk;
  onClose: () => void;
};

function RowFacts({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  const { label } = useListLabels(exceptionsList);
  const { obmAutotestResult: result, obmTkSubscribe: subscription } = row;
  return (
    <Facts>
      <Fact label={label('tenantCode')}>{result.tenantName}</Fact>
      <Fact label={modeWord(t, row.obmBk?.mode, 'blNo') ?? label('blNo')} copy={result.blNo}>
        {result.blNo}
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
        <TimeText instant={subscription?.recordTime} />
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
  if (row === undefined) return null;
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
        <EvidenceTable row={row} />
      </Section>
      <AlsoWarnedSection exceptionId={result.obmAutotestResultId} />
      {expertValuesOf(row.updateLogMap).length > 0 && (
        <Section title={t('exceptionManage.section.expert')}>
          <ExpertValues row={row} />
        </Section>
      )}
      <Section title={t('exceptionManage.section.facts')}>
        <RowFacts row={row} />
      </Section>
      <Section title={t('exceptionManage.section.route')}>
        <Route row={row} />
        <ViewBooking row={row} />
      </Section>
      {row.obmMultiVessel.length > 0 && (
        <Section title={t('exceptionManage.section.legs')}>
          <Legs row={row} />
        </Section>
      )}
      {row.obmDocActualContainerList.length > 0 && (
        <Section title={t('exceptionManage.section.containers')}>
          <Containers row={row} />
        </Section>
      )}
      {row.mdStatusRecordList.length > 0 && (
        <Section title={t('exceptionManage.section.milestones')}>
          <Milestones row={row} />
        </Section>
      )}
      <Life exceptionId={result.obmAutotestResultId} />
    </DetailDrawer>
  );
}
