import { useLang, useT } from '#web/i18n/index.ts';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { shownTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { MovementHead } from './Movements.tsx';
import { batchesText, forLines, type Movement, useOrder, usePlaceName, useReported } from './order-context.ts';

type Unit = Movement['units'][number];
type Stage = Unit['stages'][number];

/** Milestones at the border: declared, examined, held and released. */
const customs: ReadonlySet<string> = new Set(['PASS', 'CUIP', 'INSP', 'CUSR', 'CRC', 'CCD', 'TMPS']);

function StageNode({ movement, stage }: { movement: Movement; stage: Stage }) {
  const t = useT();
  const lang = useLang();
  const nameOf = usePlaceName();
  const reported = useReported();
  const known = stage.milestones.filter(
    ({ planned, estimated, actual }) => planned !== null || estimated !== null || actual !== null,
  );
  return (
    <li data-done={known.length > 0 && known.every(({ actual }) => actual !== null) ? '' : undefined}>
      <h2>
        {t(`orders.stage.${stage.kind}`)} <span className="pt-muted">{nameOf(movement, stage.portCode)}</span>
      </h2>
      {known.length === 0 ? (
        <p className="pt-muted">{t('orders.nothingYet')}</p>
      ) : (
        <ul>
          {known.map((milestone) => (
            <li
              key={`${milestone.statusCode} ${milestone.portCode} ${milestone.path}`}
              data-customs={customs.has(milestone.statusCode) || undefined}
            >
              <span>{lang === 'zh' ? milestone.nameCn : milestone.nameEn}</span>
              <BestTime
                wordless
                short
                times={milestone}
                zone={milestone.zone}
                source={reported(movement.said, `${milestone.path}${shownTimeOf(milestone)}`)}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function UnitRow({ movement, unit }: { movement: Movement; unit: Unit }) {
  const t = useT();
  const statuses = useStatuses();
  return (
    <section className="pt-unit" aria-label={unit.unitNo}>
      <header>
        <b className="pt-mono">{unit.unitNo}</b>
        {unit.sizeType !== null && <span>{unit.sizeType}</span>}
        {unit.quantity !== null && <span>{t('orders.pieces', { count: unit.quantity })}</span>}
        {unit.current !== null && <StatusTag tone="info">{statuses.nameOf(unit.current)}</StatusTag>}
        <span className="pt-muted">{forLines(t, unit.lineNos)}</span>
        {unit.batchNos.length > 0 && <span className="pt-muted">{batchesText(t, unit.batchNos)}</span>}
      </header>
      <ol className="pt-unit-stages">
        {unit.stages.map((stage) => (
          <StageNode key={`${stage.kind} ${stage.index}`} movement={movement} stage={stage} />
        ))}
      </ol>
    </section>
  );
}

/** Every container or piece of the order with the stages it passes, customs among them, and the batches in it. */
export function Units() {
  const t = useT();
  const { order } = useOrder();
  if (order.movements.every(({ units }) => units.length === 0))
    return <EmptyState title={t('orders.noUnits')} text={t('orders.noMovementsText')} />;
  return (
    <ol className="pt-movements" aria-label={t('orders.units')}>
      {order.movements.map((movement) => (
        <li key={movement.obmTkSubscribeId}>
          <MovementHead movement={movement} />
          {movement.units.map((unit) => (
            <UnitRow key={unit.unitNo} movement={movement} unit={unit} />
          ))}
        </li>
      ))}
    </ol>
  );
}
