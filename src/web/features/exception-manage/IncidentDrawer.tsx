import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/app/GoLink.tsx';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { useDict } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import { type Incident, membersHref } from './incident-state.ts';
import type { ActKind } from './IncidentActDialog.tsx';
import { useIncidentAct } from './use-incident-act.ts';
import { stateTones } from './use-incident-columns.tsx';

type Member = CallData<'incidentMembers'>['records'][number];
type Props = {
  incidentId: string | undefined;
  open: boolean;
  onClose: () => void;
  onDialog: (incident: Incident, kind: ActKind) => void;
};

const shownMembers = 100;

function MemberState({ member }: { member: Member }) {
  const t = useT();
  const statuses = useDict('HANDLE_STATUS');
  if (member.open === 0) return <StatusTag tone="neutral">{t('value.resolved')}</StatusTag>;
  return (
    <>
      <StatusTag tone={handleTone(member.handleStatus)}>{statuses.nameOf(member.handleStatus)}</StatusTag>
      {member.snoozed === 1 && (
        <span className="pt-muted">
          {' '}
          {member.snoozedUntil === null
            ? t('exceptionIncidents.snoozed')
            : t('exceptionIncidents.snoozedUntil', { time: timeAsText(member.snoozedUntil) })}
        </span>
      )}
    </>
  );
}

function Members({ incidentId }: { incidentId: string }) {
  const t = useT();
  const query = useCall('incidentMembers', { incidentId, pageSize: shownMembers }, { keep: true });
  return (
    <Loaded query={query}>
      {({ records, totalRecord }) => (
        <>
          <table className="pt-mini">
            <thead>
              <tr>
                <th scope="col">{t('exceptionIncidents.column.severity')}</th>
                <th scope="col">{t('exceptionIncidents.memberColumn.number')}</th>
                <th scope="col">{t('exceptionIncidents.memberColumn.type')}</th>
                <th scope="col">{t('exceptionIncidents.memberColumn.detail')}</th>
                <th scope="col">{t('exceptionIncidents.memberColumn.state')}</th>
                <th scope="col">{t('exceptionIncidents.memberColumn.person')}</th>
              </tr>
            </thead>
            <tbody>
              {records.map((member) => (
                <tr key={member.obmAutotestResultId}>
                  <td>
                    <SeverityMark severity={member.severity} />
                  </td>
                  <td>
                    <GoLink
                      href={`/exception-manage/handle?id=${member.obmAutotestResultId}`}
                      className="pt-link pt-mono"
                    >
                      {member.blNo ?? member.ctnNo ?? member.obmAutotestResultId}
                    </GoLink>
                  </td>
                  <td>{member.testPurposeName}</td>
                  <td>{member.errorRemark}</td>
                  <td>
                    <MemberState member={member} />
                  </td>
                  <td>{member.chargeName}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {totalRecord > records.length && (
            <p className="pt-muted">
              {t('exceptionIncidents.shownOf', {
                shown: formatCount(records.length),
                total: formatCount(totalRecord),
              })}
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

function Buttons({ incident, asOf, onDialog }: { incident: Incident; asOf: number; onDialog: Props['onDialog'] }) {
  const t = useT();
  const act = useIncidentAct();
  const button = (kind: ActKind) => (
    <Button key={kind} size="small" onClick={() => onDialog(incident, kind)}>
      {t(`exceptionIncidents.action.${kind}`)}
    </Button>
  );
  return (
    <div className="pt-incident-acts">
      <Button
        size="small"
        type="primary"
        onClick={() => void act(incident.incidentId, { action: 'take', seenAt: asOf })}
      >
        {t('exceptionIncidents.action.take')}
      </Button>
      {(['assign', 'handle', 'comment', 'snooze'] as const).map(button)}
      {incident.state === 'onHold' && (
        <Button size="small" onClick={() => void act(incident.incidentId, { action: 'wake' })}>
          {t('exceptionIncidents.action.wake')}
        </Button>
      )}
    </div>
  );
}

function IncidentFacts({ incident }: { incident: Incident }) {
  const t = useT();
  const counted = (open: number, total: number): string =>
    t('exceptionIncidents.counted', { open: formatCount(open), total: formatCount(total) });
  return (
    <Facts>
      <Fact label={t('exceptionIncidents.column.tenantCode')}>{incident.tenantName}</Fact>
      <Fact label={t('exceptionIncidents.column.bookings')}>{counted(incident.bookings, incident.allBookings)}</Fact>
      <Fact label={t('exceptionIncidents.column.open')}>{counted(incident.open, incident.total)}</Fact>
      <Fact label={t('exceptionIncidents.column.firstTime')}>
        <TimeText instant={incident.firstTime} />
      </Fact>
      <Fact label={t('exceptionIncidents.column.lastTime')}>
        <TimeText instant={incident.lastTime} />
      </Fact>
      <Fact label={t('exceptionIncidents.column.types')}>
        {incident.types
          .map(({ testPurposeName, open, total }) => `${testPurposeName} ${counted(open, total)}`)
          .join(' · ')}
      </Fact>
      <Fact label={t('exceptionIncidents.column.people')}>
        {incident.people.map(({ chargeName }) => chargeName).join(' · ')}
      </Fact>
    </Facts>
  );
}

/** One incident with its members, and what can be done with all of them. */
export function IncidentDrawer({ incidentId, open, onClose, onDialog }: Props) {
  const t = useT();
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
      title={shown === undefined ? t('exceptionIncidents.sheet') : <SeverityMark severity={shown.severity} />}
      mark={
        shown && <StatusTag tone={stateTones[shown.state]}>{t(`exceptionIncidents.state.${shown.state}`)}</StatusTag>
      }
      extra={
        <GoLink href={membersHref(incidentId)} className="pt-link">
          {t('exceptionIncidents.action.list')}
        </GoLink>
      }
    >
      {shown && (
        <>
          <p className="pt-why">
            {t('exceptionIncidents.summary', { text: shown.text, count: formatCount(shown.bookings) })}
          </p>
          <Buttons incident={shown} asOf={shown.asOf} onDialog={onDialog} />
          <IncidentFacts incident={shown} />
        </>
      )}
      <Section title={t('exceptionIncidents.members')}>
        <Members incidentId={incidentId} />
      </Section>
    </DetailDrawer>
  );
}
