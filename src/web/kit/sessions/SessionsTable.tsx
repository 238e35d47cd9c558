import type { ReactElement } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { clientName } from '../value/client-name.ts';
import { StatusTag } from '../value/StatusTag.tsx';
import { TimeText } from '../value/TimeText.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';
import './sessions.css';

/** A session as the server lists it. */
export type Session = CallData<'ownSessions'>[number];

type Props = {
  /** Whose sessions they are, for screen readers. */
  label: string;
  sessions: readonly Session[];
  /** The button of a row, if it has one. */
  action: (session: Session) => ReactElement | null;
};

/** Where somebody is signed in: since when, last active, from which address and with which browser. */
export function SessionsTable({ label, sessions, action }: Props): ReactElement {
  const t = useT();
  return (
    <div className="pt-sessions">
      <MiniTable
        label={label}
        columns={[
          { key: 'started', title: t('sessions.started') },
          { key: 'seen', title: t('sessions.seen') },
          { key: 'address', title: t('sessions.address') },
          { key: 'client', title: t('sessions.client') },
          { key: 'acts', title: t('table.actions'), isTitleHidden: true, className: 'pt-session-end' },
        ]}
        rows={sessions}
        rowKey={({ sessionId }) => sessionId}
        cells={(session) => ({
          started: <TimeText instant={session.startTime} />,
          seen: <TimeText instant={session.lastSeenTime} />,
          address: session.ip,
          client: (
            <>
              {session.current && <StatusTag tone="ok">{t('sessions.current')}</StatusTag>}{' '}
              <span title={session.userAgent ?? ''}>{clientName(session.userAgent)}</span>
            </>
          ),
          acts: action(session),
        })}
      />
    </div>
  );
}
