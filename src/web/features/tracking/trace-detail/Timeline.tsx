import { milestones } from '#domain/tracking/model.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { bestTimeOf, shownTimeOf, type TimeKind } from '#web/kit/value/known-time.ts';
import { PlanTime, TimeKindMark } from '#web/kit/value/PlanTime.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { showTime } from '#web/kit/value/format-time.ts';
import { textAt } from '#web/kit/value/loose-row.ts';
import { Place } from './Place.tsx';
import { Sourced } from './Sourced.tsx';
import { Slip } from './TraceHeader.tsx';
import { useTrace } from './trace-context.ts';
import {
  daysUntil,
  type Progress,
  progressOf,
  slipOf,
  timePath,
  type TraceContainer,
  type TraceMilestone,
  type TraceStage,
} from './trace-model.ts';

const KINDS = ['planned', 'estimated', 'actual'] as const satisfies readonly TimeKind[];

/** Chips of the containers: number, trade name, how far. */
export function ContainerChips({ selected, onSelect }: { selected: string; onSelect: (containerNo: string) => void }) {
  const t = useT();
  const { containers } = useTrace();
  return (
    <div className="pt-chips" role="group" aria-label={t('traceDetail.containers')}>
      {containers.map((container) => (
        <button
          key={container.containerNo}
          type="button"
          className="pt-chip"
          aria-pressed={container.containerNo === selected}
          onClick={() => onSelect(container.containerNo)}
        >
          <span className="pt-mono">{container.containerNo}</span>
          {(container.tradeName ?? container.sizeType) && (
            <span className="pt-chip-type">{container.tradeName ?? container.sizeType}</span>
          )}
          <span
            className="pt-chip-bar"
            role="img"
            aria-label={t('traceDetail.share', { percent: Math.round(container.share * 100) })}
          >
            <i style={{ inlineSize: `${Math.round(container.share * 100)}%` }} />
          </span>
        </button>
      ))}
    </div>
  );
}

function FreeTime({ container }: { container: TraceContainer }) {
  const t = useT();
  const trace = useTrace();
  if (container.lastFreeDay === null) return null;
  const zone = textAt(trace.booking, 'podZone');
  const days = daysUntil(container.lastFreeDay, showTime(trace.now, zone).text.slice(0, 10));
  const out = container.stages.some((stage) =>
    stage.milestones.some((milestone) => milestone.statusCode === milestones.gateOutFull && milestone.actual !== null),
  );
  const tone = days < 0 ? 'danger' : days <= 1 ? 'warn' : 'neutral';
  const tariffText = ({ days: free, rate, currency }: NonNullable<TraceContainer['tariff']>): string =>
    [
      t('traceDetail.tariff', { days: free }),
      ...(rate === null ? [] : [t('traceDetail.tariffRate', { rate, currency: currency ?? '' })]),
    ].join(' ');
  const left = days < 0 ? t('traceDetail.freeOver', { days: -days }) : t('traceDetail.freeLeft', { days });
  return (
    <StatusTag tone={tone}>
      {t(out ? 'traceDetail.detentionUntil' : 'traceDetail.demurrageUntil', { day: container.lastFreeDay })} · {left}
      {container.tariff !== null && ` · ${tariffText(container.tariff)}`}
    </StatusTag>
  );
}

/** The facts of the chosen container in one line. */
export function ContainerFacts({ container }: { container: TraceContainer }) {
  const t = useT();
  const statuses = useStatuses();
  const path = (attribute: string): string => `container[${container.containerNo}].${attribute}`;
  return (
    <div className="pt-box-facts">
      <Sourced path={path('containerNo')}>
        <b className="pt-mono">{container.containerNo}</b>
      </Sourced>
      <CopyButton text={container.containerNo} />
      {container.sizeType && (
        <Sourced path={path('sizeType')}>
          {[container.tradeName, container.sizeType].filter(Boolean).join(' · ')}
        </Sourced>
      )}
      {container.sealNo && (
        <span>
          {t('traceDetail.seal')} <Sourced path={path('sealNo')}>{container.sealNo}</Sourced>
        </span>
      )}
      {container.grossWeightKg !== null && (
        <Sourced path={path('grossWeightKg')}>{formatAmount(container.grossWeightKg)} kg</Sourced>
      )}
      {container.carriage !== null && container.quantity !== null && (
        <Sourced path={path('quantity')}>{t('traceDetail.pieces', { count: container.quantity })}</Sourced>
      )}
      {container.volumeM3 !== null && <Sourced path={path('volumeM3')}>{formatAmount(container.volumeM3)} m³</Sourced>}
      {container.current !== null && <StatusTag tone="info">{statuses.nameOf(container.current)}</StatusTag>}
      <FreeTime container={container} />
    </div>
  );
}

function Row({ milestone, progress }: { milestone: TraceMilestone; progress: Progress }) {
  const lang = useLang();
  const t = useT();
  const trace = useTrace();
  const { vesselName, voyage, place } = milestone;
  // A trip by road has the number of its order, which stands in the head.
  const run = voyage === null || voyage === trace.booking.blNo ? '' : ` ${voyage}`;
  const where = vesselName ? `${vesselName}${run}` : (place ?? '');
  // The day of a flight or train without its year, as all times of this year are.
  const thisYear = showTime(trace.now, null).text.slice(0, 4);
  const shown = where.replace(/ (\d{4})-(\d\d-\d\d)$/, (whole: string, year: string, day: string) =>
    year === thisYear ? ` ${day}` : whole,
  );
  const overdue = milestone.overdue === undefined ? undefined : shownTimeOf(milestone);
  const sameYear = (instant: number): boolean =>
    showTime(instant, milestone.zone).text.slice(0, 4) === showTime(trace.now, milestone.zone).text.slice(0, 4);
  return (
    <tr data-progress={progress}>
      <th scope="row">
        <span className="pt-dot" role="img" aria-label={t(`traceDetail.progress.${progress}`)} />
        {lang === 'zh' ? milestone.nameCn : milestone.nameEn}
        {progress === 'missing' && <span className="pt-milestone-missing">{t('traceDetail.progress.missing')}</span>}
      </th>
      <td className="pt-timeline-where" title={where}>
        {shown}
      </td>
      {KINDS.map((kind) => {
        const isOverdue = kind === overdue;
        const instant = isOverdue ? (milestone.overdue ?? null) : milestone[kind];
        return (
          <td key={kind} data-kind={kind}>
            {instant !== null && (
              <Sourced path={timePath(milestone, kind)} zone={milestone.zone}>
                <PlanTime
                  kind={isOverdue ? 'overdue' : kind}
                  instant={instant}
                  zone={milestone.zone}
                  wordless
                  short={sameYear(instant)}
                />
              </Sourced>
            )}
          </td>
        );
      })}
      <td className="pt-timeline-slip">
        <Slip slipMs={slipOf(milestone.planned, bestTimeOf(milestone)?.instant)} />
      </td>
    </tr>
  );
}

function StageRows({ stage, progress }: { stage: TraceStage; progress: ReadonlyMap<TraceMilestone, Progress> }) {
  const t = useT();
  const { mode } = useTrace();
  // Trains and trucks stop on the way; goods stay on board.
  const isStop = mode === 'rail' || mode === 'road';
  const title =
    stage.kind === 'transhipment'
      ? t(isStop ? 'traceDetail.stage.stop' : 'traceDetail.stage.transhipment', { number: stage.index })
      : t(`traceDetail.stage.${stage.kind}`);
  return (
    <tbody>
      <tr className="pt-timeline-stage">
        <th colSpan={6} scope="rowgroup">
          {title}
          {stage.portCode !== null && (
            <>
              {' · '}
              <Place code={stage.portCode} />
            </>
          )}
        </th>
      </tr>
      {stage.milestones.map((milestone, index) => (
        <Row
          key={`${milestone.statusCode}/${index}`}
          milestone={milestone}
          progress={progress.get(milestone) ?? 'later'}
        />
      ))}
    </tbody>
  );
}

/** The way of one container: milestones by stage, each planned, estimated and actual in the time of its place. */
export function Timeline({ container }: { container: TraceContainer }) {
  const t = useT();
  const { mode } = useTrace();
  const progress = progressOf(container.stages);
  return (
    <table className="pt-timeline">
      <thead>
        <tr>
          <th scope="col">{t('traceDetail.milestone')}</th>
          <th scope="col">
            {mode === 'sea' || mode === 'domestic' ? t('traceDetail.where') : t(`traceDetail.whereBy.${mode}`)}
          </th>
          {KINDS.map((kind) => (
            <th key={kind} scope="col" data-kind={kind}>
              <TimeKindMark kind={kind} />
            </th>
          ))}
          <th scope="col">{t('traceDetail.slip')}</th>
        </tr>
      </thead>
      {container.stages.map((stage) => (
        <StageRows key={`${stage.kind}/${stage.index}/${stage.portCode}`} stage={stage} progress={progress} />
      ))}
    </table>
  );
}
