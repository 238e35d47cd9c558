import type { ReactNode } from 'react';
import type { CallData } from '#contract/index.ts';
import { incidentsList } from '#lists/incidents.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import './exception-parts.css';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

type Member = CallData<'incidentMembers'>['records'][number];
type Props = {
  incidentId: string;
  /** How many are shown at most. */
  limit: number;
  /** The way to all of them, where not all are shown. */
  more?: ReactNode;
};

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

/** The first exceptions of an incident: open ones first, worst first. */
export function IncidentMembers({ incidentId, limit, more }: Props) {
  const t = useT();
  const { label } = useListLabels(incidentsList);
  const query = useCall('incidentMembers', { incidentId, pageSize: limit }, { keep: true });
  return (
    <Loaded query={query}>
      {({ records, totalRecord }) => (
        <>
          <MiniTable
            label={t('exceptionIncidents.members')}
            className="pt-members"
            columns={[
              { key: 'severity', title: label('severity') },
              { key: 'number', title: t('exceptionIncidents.memberColumn.number') },
              { key: 'type', title: t('exceptionIncidents.memberColumn.type') },
              { key: 'detail', title: t('exceptionIncidents.memberColumn.detail') },
              { key: 'state', title: t('exceptionIncidents.memberColumn.state') },
              { key: 'person', title: t('exceptionIncidents.memberColumn.person') },
            ]}
            rows={records}
            rowKey={(member) => member.obmAutotestResultId}
            cells={(member) => ({
              severity: <SeverityMark severity={member.severity} />,
              number: (
                <GoLink href={`/exception-manage/handle?id=${member.obmAutotestResultId}`} className="pt-link pt-mono">
                  {member.blNo ?? member.ctnNo ?? member.obmAutotestResultId}
                </GoLink>
              ),
              type: member.testPurposeName,
              detail: member.errorRemark,
              state: <MemberState member={member} />,
              person: member.chargeName,
            })}
          />
          {totalRecord > records.length && (
            <div className="pt-members-more">
              <span className="pt-muted">
                {t('exceptionIncidents.shownOf', {
                  shown: formatCount(records.length),
                  total: formatCount(totalRecord),
                })}
              </span>
              {more}
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}
