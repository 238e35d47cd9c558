import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import { incidentsList } from '#lists/incidents.ts';
import { useCall } from '#web/base/use-call.ts';
import { loadTexts, useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { actionsOf, type DrawerWalk } from '#web/kit/detail/DrawerParts.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { LoadingState } from '#web/kit/state/States.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { type Incident, membersHref } from './incident-state.ts';
import { IncidentMembers } from './IncidentMembers.tsx';
import { IncidentParts } from './IncidentParts.tsx';

/** Most people never open the map. */
const IncidentMap = fetched(async () => {
  const [module] = await Promise.all([import('./IncidentMap.tsx'), loadTexts(['chart', 'incidentMap'])]);
  return module.IncidentMap;
});

type Props = {
  incidentId: string | undefined;
  open: boolean;
  onClose: () => void;
  /** Opens another one: what one tenant has of this. */
  onOpen: (incidentId: string) => void;
  /** What can be done with the incident. */
  actions: readonly RowAction<Incident>[];
  walk: DrawerWalk;
};

const elsewhere = new Set(['view', 'list', 'expand']);

/** What can be done from the drawer; only what was deferred can be brought back. */
const matching = (actions: readonly RowAction<Incident>[], { state }: Incident): readonly RowAction<Incident>[] =>
  actions.filter(({ key }) => !elsewhere.has(key) && (key !== 'wake' || state === 'onHold'));

function IncidentFacts({ incident }: { incident: Incident }) {
  const t = useT();
  const { label } = useListLabels(incidentsList);
  const counted = (open: number, total: number): string =>
    t('exceptionIncidents.counted', { open: formatCount(open), total: formatCount(total) });
  return (
    <Facts>
      <Fact label={label('tenantCode')}>{incident.tenantName}</Fact>
      <Fact label={incident.shipments > 0 ? t('exceptionIncidents.withException') : label('bookings')}>
        {counted(incident.bookings, incident.allBookings)}
      </Fact>
      {incident.shipments > 0 && <Fact label={t('exceptionIncidents.waiting')}>{formatCount(incident.shipments)}</Fact>}
      <Fact label={label('open')}>{counted(incident.open, incident.total)}</Fact>
      <Fact label={label('firstTime')}>
        <TimeText instant={incident.firstTime} />
      </Fact>
      <Fact label={label('lastTime')}>
        <TimeText instant={incident.lastTime} />
      </Fact>
      <Fact label={label('types')}>
        {incident.types
          .map(({ testPurposeName, open, total }) => `${testPurposeName} ${counted(open, total)}`)
          .join(' · ')}
      </Fact>
      <Fact label={label('people')}>{incident.people.map(({ chargeName }) => chargeName).join(' · ')}</Fact>
    </Facts>
  );
}

/** Opens the map of an incident. */
function MapPart({ incidentId }: { incidentId: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <div className="pt-incident-place">
      <Button
        size="small"
        aria-expanded={open}
        icon={open ? <UpOutlined /> : <DownOutlined />}
        onClick={() => setOpen(!open)}
      >
        {t('exceptionIncidents.map')}
      </Button>
      {open && (
        <Suspense fallback={<LoadingState />}>
          <IncidentMap incidentId={incidentId} />
        </Suspense>
      )}
    </div>
  );
}

/** One incident with its members, and what can be done with all of them. */
export function IncidentDrawer({ incidentId, open, onClose, onOpen, actions, walk }: Props) {
  const t = useT();
  const lang = useLang();
  const { tag } = useListLabels(incidentsList);
  const query = useCall(
    'incidentById',
    { incidentId: incidentId ?? '0' },
    { enabled: incidentId !== undefined, keep: true },
  );
  const incident = query.data;
  if (incidentId === undefined) return null;
  const shown = incident?.incidentId === incidentId ? incident : undefined;
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      size="min(1080px, 94vw)"
      walk={walk}
      actions={shown && actionsOf(matching(actions, shown), shown, 'mine')}
      title={
        shown === undefined ? (
          incidentsList.label[lang]
        ) : (
          <>
            <SeverityMark severity={shown.severity} />
            {shown.text}
          </>
        )
      }
      mark={shown && tag('state', shown.state)}
      extra={
        <GoLink href={membersHref(incidentId)} className="pt-link">
          {t('exceptionIncidents.action.list')}
        </GoLink>
      }
    >
      {shown && <IncidentFacts incident={shown} />}
      {shown && <MapPart incidentId={incidentId} />}
      {shown && shown.parts.length > 0 && (
        <Section title={t('exceptionIncidents.parts')}>
          <IncidentParts incident={shown} onOpen={onOpen} />
        </Section>
      )}
      <Section title={t('exceptionIncidents.members')}>
        <IncidentMembers key={incidentId} incidentId={incidentId} limit={100} />
      </Section>
    </DetailDrawer>
  );
}
