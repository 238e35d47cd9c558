import { incidentsList } from '#lists/incidents.ts';
import { useT } from '#web/i18n/index.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import './exception-parts.css';
import type { Incident } from './incident-state.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

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
        <MiniTable
          label={t('exceptionIncidents.parts')}
          columns={[
            { key: 'tenantCode', title: label('tenantCode') },
            { key: 'severity', title: label('severity') },
            { key: 'state', title: label('state') },
            { key: 'open', title: label('open'), isNumber: true },
            { key: 'waiting', title: t('exceptionIncidents.waiting'), isNumber: true },
            { key: 'withException', title: t('exceptionIncidents.withException'), isNumber: true },
          ]}
          rows={parts}
          rowKey={(part) => part.incidentId}
          cells={(part) => ({
            tenantCode: (
              <button type="button" className="pt-link" onClick={() => onOpen(part.incidentId)}>
                {part.tenantName}
              </button>
            ),
            severity: <SeverityMark severity={part.severity} />,
            state: tag('state', part.state),
            open: t('exceptionIncidents.counted', { open: formatCount(part.open), total: formatCount(part.total) }),
            waiting: formatCount(part.shipments),
            withException: formatCount(part.bookings),
          })}
        />
      </div>
      {tenants > parts.length && (
        <p className="pt-muted">
          {t('exceptionIncidents.partsOf', { shown: formatCount(parts.length), total: formatCount(tenants) })}
        </p>
      )}
    </>
  );
}
