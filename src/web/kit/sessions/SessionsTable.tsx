import type { ReactElement } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { clientName } from '../value/client-name.ts';
import { StatusTag } from '../value/StatusTag.tsx';
import { TimeText } from '../value/TimeText.tsx';
import './sessions.css';

/** A session as the server lists it. */
export type Session = CallData<'ownSessions'>[number];

type Props = {
  sessions: readonly Session[];
  /** The button of a row, if it has one. */
  action: (session: Session) => ReactElement | null;
};

/** Where somebody is signed in: since when, last active, from which address and with which browser. */
export function SessionsTable({ sessions, action }: Props): ReactElement {
  const t = useT();
  return (
    <div className="pt-sessions">
      <table>
        <thead>
          <tr>
            {[t('sessions.started'), t('sessions.seen'), t('sessions.address'), t('sessions.client')].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col" className="pt-session-end">
              <span className="pt-sr-only">{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.sessionId}>
              <td>
                <TimeText instant={session.startTime} />
              </td>
              <td>
                <TimeText instant={session.lastSeenTime} />
              </td>
              <td>{session.ip}</td>
              <td>
                {session.current && <StatusTag tone="ok">{t('sessions.current')}</StatusTag>}{' '}
                <span title={session.userAgent ?? ''}>{clientName(session.userAgent)}</span>
              </td>
              <td>{action(session)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
