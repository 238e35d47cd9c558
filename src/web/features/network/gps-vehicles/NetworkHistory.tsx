import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { AccessActs } from './use-access-acts.ts';

type Access = CallData<'vehicleAccess'>;
type Network = Access['history'][number];

const tones = { seen: 'neutral', held: 'warn', confirmed: 'ok' } as const;
const columns = ['network', 'state', 'first', 'last', 'signIns'] as const;

/** A network in doubt from which nothing is held for review: there it would be decided about together with the positions. */
const isOnlyInDoubt = ({ doubtTime, decidedTime, held }: Network): boolean =>
  doubtTime !== null && decidedTime === null && held.length === 0;

/** Networks that the device has signed in from, newest first. */
export function NetworkHistory({ access, acts, mayWrite }: { access: Access; acts: AccessActs; mayWrite: boolean }) {
  const t = useT();
  if (access.history.length === 0) return <p className="pt-muted">{t('gpsAccess.history.none')}</p>;
  const confirmNetwork = ({ network, secondTime }: Network): void => {
    const reason = secondTime === null ? 'network' : 'second';
    void acts.confirmNetwork({ vehicleId: access.vehicleId, network, reason });
  };
  return (
    <div className="pt-gps-networks">
      <table className="pt-mini">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`gpsAccess.history.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {access.history.map((one) => (
            <tr key={one.network}>
              <td>
                {one.network}
                <div className="pt-muted">{one.address}</div>
              </td>
              <td>
                <StatusTag tone={tones[one.state]}>{t(`gpsAccess.history.${one.state}`)}</StatusTag>
                {one.secondTime !== null && (
                  <div>
                    <StatusTag tone="warn">{t('gpsAccess.history.second')}</StatusTag>{' '}
                    <TimeText instant={one.secondTime} zone={null} short />
                  </div>
                )}
                {mayWrite && isOnlyInDoubt(one) && (
                  <Button size="small" onClick={() => confirmNetwork(one)}>
                    {t('gpsAccess.history.confirm')}
                  </Button>
                )}
              </td>
              <td>
                <TimeText instant={one.firstTime} zone={null} short />
              </td>
              <td>
                <TimeText instant={one.lastTime} zone={null} short />
              </td>
              <td>{one.signIns}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
