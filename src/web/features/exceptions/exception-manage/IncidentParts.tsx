import { incidentsList } from '#lists/incidents.ts';
import { useT } from '#web/i18n/index.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import './exception-parts.css';
import type { Incident } from './incident-state.ts';

type Props = {
  incident: Incident;
  /** Opens what one tenant has of it. */
  onOpen: (incidentId: string) => void;
};

/** The tenants of an incident of the platform, each with its numbers. */
export function IncidentParts({ incident, onOpen }: Props) {
  const t = useT();
  const { label, tag } = useListLabels(incidentsList);
  const { parts, tenants } = incident;
  return (
    <>
      <div className="pt-incident-parts">
        <table className="pt-mini" aria-label={t('exceptionIncidents.parts')}>
          <thead>
            <tr>
              <th scope="col">{label('tenantCode')}</th>
              <th scope="col">{label('severity')}</th>
              <th scope="col">{label('state')}</th>
              <th scope="col" data-end>
                {label('open')}
              </th>
              <th scope="col" data-end>
                {t('exceptionIncidents.waiting')}
              </th>
              <th scope="col" data-end>
                {t('exceptionIncidents.withException')}
              </th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.incidentId}>
                <td>
                  <button type="button" className="pt-link" onClick={() => onOpen(part.incidentId)}>
                    {part.tenantName}
                  </button>
                </td>
                <td>
                  <SeverityMark severity={part.severity} />
                </td>
                <td>{tag('state', part.state)}</td>
                <td data-end>
                  {t('exceptionIncidents.counted', { open: formatCount(part.open), total: formatCount(part.total) })}
                </td>
                <td data-end>{formatCount(part.shipments)}</td>
                <td data-end>{formatCount(part.bookings)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {tenants > parts.length && (
        <p className="pt-muted">
          {t('exceptionIncidents.partsOf', { shown: formatCount(parts.length), total: formatCount(tenants) })}
        </p>
      )}
    </>
  );
}
