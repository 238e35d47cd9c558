import type { FieldType, FieldUnit } from '#shared/event/field-paths.ts';
import { eventStages } from '#domain/exceptions/event/stage.ts';
import { modes } from '#domain/tracking/journey/mode.ts';
import { useT } from '#web/i18n/index.ts';
import { useCarriers, useStatuses } from '#web/kit/search/use-names.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';

type Props = {
  value: string | number | null;
  type: FieldType;
  unit: FieldUnit | null;
  /** Zone of the place that a time is of; null: the reader's own counts, and is marked. */
  zone: string | null;
  /** Text for an unknown value. */
  nothing?: string;
};

/** What a field held, in the words of its type. */
export function SeenValue({ value, type, unit, zone, nothing = '—' }: Props) {
  const t = useT();
  const carriers = useCarriers();
  const statuses = useStatuses();
  if (value === null || value === '') return nothing;
  const text = String(value);
  if (type === 'time' && typeof value === 'number')
    return <TimeText instant={value} {...(zone !== null && { zone })} />;
  if (type === 'number' && unit === 'hours') return t('events.hours', { n: text });
  if (type === 'number') return unit === null ? text : `${text} ${t(`events.rule.unitName.${unit}`)}`;
  if (type === 'carrier') return carriers.nameOf(text);
  if (type === 'milestone') return statuses.nameOf(text);
  const stage = type === 'stage' ? eventStages.find((one) => one === text) : undefined;
  if (stage !== undefined) return t(`events.stage.${stage}`);
  const mode = type === 'mode' ? modes.find((one) => one === text) : undefined;
  return mode === undefined ? text : t(`events.mode.${mode}`);
}
