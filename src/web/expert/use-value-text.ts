import { useCallback } from 'react';
import { useT } from '#web/i18n/index.ts';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { attributeLabel } from '#web/kit/value/attribute-label.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import type { FieldRow } from './expert-fields.ts';

/** A value as text: a time of its place, a number, text; what was cleared says so. */
export function useValueText(): (value: string | number | null, zone: string | null) => string {
  const t = useT();
  return useCallback(
    (value, zone) => {
      if (value === null) return t('expert.cleared');
      if (typeof value === 'string') return value;
      return zone === null ? formatCount(value) : timeAsText(value, zone);
    },
    [t],
  );
}

/** The name of a field with the row it is in. */
export function useFieldName(): (row: FieldRow, attribute: string) => string {
  const t = useT();
  const statuses = useStatuses();
  return useCallback(
    (row, attribute) => {
      const label = attributeLabel(t, attribute);
      switch (row.kind) {
        case 'booking':
          return label;
        case 'leg':
          return `${t('expert.leg', { number: String(row.number) })} · ${label}`;
        case 'container':
          return `${t('expert.box', { number: row.number })} · ${label}`;
        default: {
          const { statusCode, portCode: port, containerNo: container } = row;
          return `${t('expert.event', { status: statuses.nameOf(statusCode), port, box: container }).trim()} · ${label}`;
        }
      }
    },
    [t, statuses],
  );
}
