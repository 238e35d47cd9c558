import { useMemo } from 'react';
import type { incidentsList } from '#lists/incidents.ts';
import { useT } from '#web/i18n/index.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import type { ListParts } from '#web/list/use-list.tsx';
import { moneyText } from './cells.tsx';
import { affected, type Incident } from './incident-state.ts';

const shownTypes = 2;

/** The cells that are more than the value of their column; the cause opens the incident. */
export function useIncidentCells(
  onOpen: (incident: Incident) => void,
): NonNullable<ListParts<typeof incidentsList>['cells']> {
  const t = useT();
  return useMemo(
    () => ({
      text: {
        render: (row) => (
          <button type="button" className="pt-link" onClick={() => onOpen(row)}>
            {row.text}
          </button>
        ),
      },
      severity: { render: (row) => <SeverityMark severity={row.severity} /> },
      bookings: { text: (row) => formatCount(affected(row)) },
      moneyAtRisk: { text: (row) => moneyText(row.moneyAtRisk) },
      types: {
        text: ({ types }) => {
          const names = types.slice(0, shownTypes).map((type) => type.testPurposeName);
          const more = types.length > shownTypes ? [t('exceptionIncidents.moreTypes', { count: types.length })] : [];
          return [...names, ...more].join(' · ');
        },
      },
      people: { text: ({ people }) => people.map(({ chargeName }) => chargeName).join(' · ') },
    }),
    [t, onOpen],
  );
}
