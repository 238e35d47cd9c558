import { useT } from '#web/i18n/index.ts';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { Place } from './Place.tsx';
import { Sourced } from './Sourced.tsx';
import { useTrace } from './trace-context.ts';
import type { TraceContainer } from './trace-model.ts';

type Unit = TraceContainer & { carriage: NonNullable<TraceContainer['carriage']> };

const isCarried = (unit: TraceContainer): unit is Unit => unit.carriage !== null && unit.carriage.vesselName !== null;

/** Parts of the consignment by where they come on board: several at one place are branches. */
function branchesOf(units: readonly Unit[]): [place: string, units: Unit[]][] {
  return [...Map.groupBy(units, ({ carriage }) => carriage.from ?? '')];
}

function Counted({ unit }: { unit: Unit }) {
  const t = useT();
  const { receivedQuantity } = unit.carriage;
  if (receivedQuantity === null) return null;
  const missing = (unit.quantity ?? 0) - receivedQuantity;
  return (
    <Sourced path={`container[${unit.containerNo}].receivedQuantity`}>
      <StatusTag tone={missing > 0 ? 'danger' : 'ok'}>
        {missing > 0
          ? t('traceDetail.carriage.short', { count: receivedQuantity, missing })
          : t('traceDetail.carriage.counted', { count: receivedQuantity })}
      </StatusTag>
    </Sourced>
  );
}

/** A flight that all pieces were taken off carries nothing. */
const isEmpty = ({ quantity }: TraceContainer): boolean => quantity === 0;
const carryingOf = (units: readonly Unit[]): number => units.filter((unit) => !isEmpty(unit)).length;

/** What carries the parts of a consignment, with pieces and weight of each; parts side by side are shown as branches. */
export function Carriages({ onSelect }: { onSelect: (unitNo: string) => void }) {
  const t = useT();
  const { containers } = useTrace();
  const units = containers.filter(isCarried);
  if (units.length === 0) return null;
  return (
    <section className="pt-carriages" aria-label={t('traceDetail.carriage.title')}>
      {branchesOf(units).map(([place, own]) => (
        <div key={place} className="pt-carriage-place" data-split={carryingOf(own) > 1 || undefined}>
          <b>
            <Place code={place} />
            {carryingOf(own) > 1 && (
              <StatusTag tone="warn">{t('traceDetail.carriage.split', { count: carryingOf(own) })}</StatusTag>
            )}
          </b>
          <ul>
            {own.map((unit) => (
              <li key={unit.containerNo}>
                <button type="button" className="pt-link pt-mono" onClick={() => onSelect(unit.containerNo)}>
                  {unit.carriage.vesselName} · {unit.carriage.voyage}
                </button>
                {unit.carriage.to !== null && (
                  <span>
                    → <Place code={unit.carriage.to} />
                  </span>
                )}
                {isEmpty(unit) && <StatusTag tone="warn">{t('traceDetail.carriage.empty')}</StatusTag>}
                {unit.quantity !== null && !isEmpty(unit) && (
                  <Sourced path={`container[${unit.containerNo}].quantity`}>
                    {t('traceDetail.pieces', { count: unit.quantity })}
                  </Sourced>
                )}
                {unit.grossWeightKg !== null && !isEmpty(unit) && (
                  <Sourced path={`container[${unit.containerNo}].grossWeightKg`}>
                    {formatAmount(unit.grossWeightKg)} kg
                  </Sourced>
                )}
                <Counted unit={unit} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
