import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';
import { attributeLabel } from '#web/kit/value/attribute-label.ts';
import { ProvenancePopover } from '#web/kit/value/ProvenancePopover.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { usePlaceName, useTrace } from './trace-context.ts';

type Props = {
  /** Path of the value's provenance, such as `booking.eta`. */
  path: string;
  /** Zone that claimed times are shown in. */
  zone?: string | null;
  /** Claimed values are port codes. */
  place?: boolean;
  children: ReactNode;
};

const TIME_ATTRIBUTES: ReadonlySet<string> = new Set([
  'etd',
  'atd',
  'eta',
  'ata',
  'planned',
  'estimated',
  'actual',
  'plannedDeparture',
  'plannedArrival',
]);

/** A value of the trace with its origin: who said it, by which rule, and what the others said. */
export function Sourced({ path, zone = null, place = false, children }: Props) {
  const t = useT();
  const { provenance } = useTrace();
  const placeName = usePlaceName();
  const attribute = path.slice(path.lastIndexOf('.') + 1);
  const show = (value: string | number | null): ReactNode => {
    if (value === null) return '—';
    if (typeof value === 'number' && TIME_ATTRIBUTES.has(attribute)) return <TimeText instant={value} zone={zone} />;
    if (place && typeof value === 'string') return `${placeName(value)} ${value}`;
    return String(value);
  };
  return (
    <ProvenancePopover label={attributeLabel(t, attribute)} provenance={provenance[path]} show={show}>
      {children}
    </ProvenancePopover>
  );
}
