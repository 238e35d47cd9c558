import { useMemo } from 'react';
import { usdText } from '#shared/text/usd-text.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { incidentKinds } from '#contract/exception-names.ts';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SeverityMark, StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import type { Incident } from './incident-state.ts';

/** Tone of each state of an incident. */
export const stateTones: Readonly<Record<Incident['state'], Tone>> = {
  untreated: 'warn',
  inProgress: 'info',
  onHold: 'neutral',
  handled: 'ok',
  resolved: 'neutral',
};

const shownTypes = 2;

/** The columns of the incident list: the cause in words first. */
export function useIncidentColumns(onOpen: (incident: Incident) => void): DataColumn<Incident>[] {
  const t = useT();
  return useMemo(() => {
    type Key =
      | 'text'
      | 'kind'
      | 'severity'
      | 'state'
      | 'bookings'
      | 'moneyAtRisk'
      | 'open'
      | 'total'
      | 'types'
      | 'people'
      | 'firstTime'
      | 'lastTime'
      | 'tenantCode';
    const column = (
      key: Key,
      text: (row: Incident) => string,
      more: Partial<DataColumn<Incident>> = {},
    ): DataColumn<Incident> => ({
      key,
      title: t(`exceptionIncidents.column.${key}`),
      text,
      ...more,
    });
    const sorted = (key: Key) => ({ sortName: key });
    const number = { align: 'end', width: 104 } as const;
    const time = (key: 'firstTime' | 'lastTime'): DataColumn<Incident> =>
      column(key, (row) => timeAsText(row[key]), {
        ...sorted(key),
        width: 190,
        render: (row) => <TimeText instant={row[key]} />,
      });
    const kindOf = (kind: string): string =>
      isOneOf(incidentKinds, kind) ? t(`exceptionIncidents.kind.${kind}`) : kind;
    const typesOf = ({ types }: Incident): string => {
      const names = types.slice(0, shownTypes).map((type) => type.testPurposeName);
      const more = types.length > shownTypes ? [t('exceptionIncidents.moreTypes', { count: types.length })] : [];
      return [...names, ...more].join(' · ');
    };
    return [
      column('text', (row) => row.text, {
        width: 420,
        copyable: true,
        render: (row) => (
          <button type="button" className="pt-link" onClick={() => onOpen(row)}>
            {row.text}
          </button>
        ),
      }),
      // Causes are one tenant's own: rows that read the same differ by it.
      column('tenantCode', (row) => row.tenantName, sorted('tenantCode')),
      column('severity', (row) => t(`value.severity.${row.severity}`), {
        ...sorted('severity'),
        width: 92,
        render: (row) => <SeverityMark severity={row.severity} />,
      }),
      column('state', (row) => t(`exceptionIncidents.state.${row.state}`), {
        ...sorted('state'),
        width: 104,
        render: (row) => (
          <StatusTag tone={stateTones[row.state]}>{t(`exceptionIncidents.state.${row.state}`)}</StatusTag>
        ),
      }),
      column('bookings', (row) => formatCount(row.bookings), number),
      column('moneyAtRisk', (row) => (row.moneyAtRisk === 0 ? '' : usdText(row.moneyAtRisk)), {
        ...sorted('moneyAtRisk'),
        align: 'end',
        width: 130,
      }),
      column('open', (row) => formatCount(row.open), { ...sorted('open'), ...number }),
      column('total', (row) => formatCount(row.total), { ...sorted('total'), ...number }),
      column('types', typesOf, { width: 220 }),
      column('people', (row) => row.people.map(({ chargeName }) => chargeName).join(' · '), { width: 130 }),
      column('kind', (row) => kindOf(row.kind), { ...sorted('kind'), width: 104 }),
      time('firstTime'),
      time('lastTime'),
    ];
  }, [t, onOpen]);
}
