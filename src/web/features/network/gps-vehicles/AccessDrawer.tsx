import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { gpsVehiclesList } from '#lists/gps-vehicles.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import type { DrawerAction } from '#web/kit/detail/DrawerParts.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatPosition } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { NetworkHistory } from './NetworkHistory.tsx';
import type { AccessActs } from './use-access-acts.ts';

type Access = CallData<'vehicleAccess'>;
type Props = { access: Access; acts: AccessActs; mayWrite: boolean };

/** How the device is let in, and where it connects from. */
function AccessFacts({ access }: { access: Access }) {
  const t = useT();
  const { name } = useListLabels(gpsVehiclesList);
  const time = (instant: number | null) => (instant === null ? null : <TimeText instant={instant} zone={null} />);
  return (
    <Facts>
      <Fact label={t('gpsAccess.facts.access')}>{name('access', access.access)}</Fact>
      <Fact label={t('gpsAccess.facts.openUntil')}>{time(access.openUntil)}</Fact>
      <Fact label={t('gpsAccess.facts.protocol')}>{access.protocol}</Fact>
      <Fact label={t('gpsAccess.facts.terminalNo')} copy={access.terminalNo}>
        {access.terminalNo}
      </Fact>
      <Fact label={t('gpsAccess.facts.maker')}>{access.deviceMaker}</Fact>
      <Fact label={t('gpsAccess.facts.deviceId')}>{access.deviceId}</Fact>
      <Fact label={t('gpsAccess.facts.registered')}>{time(access.registeredTime)}</Fact>
      <Fact label={t('gpsAccess.facts.networks')}>{access.networks ?? t('gpsAccess.facts.anywhere')}</Fact>
      <Fact label={t('gpsAccess.facts.address')}>{access.address}</Fact>
      <Fact label={t('gpsAccess.facts.since')}>{time(access.networkSince)}</Fact>
      <Fact label={t('gpsAccess.facts.connections')}>{access.connections}</Fact>
    </Facts>
  );
}

/** Positions that are held for review, by network and reason, with what can be done about them. */
function HeldPositions({ access, acts, mayWrite }: Props) {
  const t = useT();
  const parts = access.history.flatMap(({ network, held }) => held.map((part) => ({ network, ...part })));
  if (parts.length === 0) return <p className="pt-muted">{t('gpsAccess.held.none')}</p>;
  return (
    <>
      <p className="pt-muted">{t('gpsAccess.held.text')}</p>
      <ul className="pt-gps-held">
        {parts.map(({ network, reason, count, timeFrom, timeTo, lon, lat }) => (
          <li key={`${network} ${reason}`}>
            <div>
              <b>{t('gpsAccess.held.positions', { count })}</b> <span>{network}</span>{' '}
              <StatusTag tone="warn">{t(`gpsAccess.held.reason.${reason}`)}</StatusTag>
            </div>
            <div className="pt-muted">
              <TimeText instant={timeFrom} zone={null} short /> – <TimeText instant={timeTo} zone={null} short />{' '}
              <span>{t('gpsAccess.held.last', { place: formatPosition(lat, lon) })}</span>
            </div>
            {mayWrite && (
              <div className="pt-gps-held-acts">
                {(['takeOver', 'discard'] as const).map((act) => (
                  <Button
                    key={act}
                    size="small"
                    danger={act === 'discard'}
                    onClick={() => void acts.decide(act, { vehicleId: access.vehicleId, network, reason })}
                  >
                    {t(`gpsAccess.held.${act}`)}
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What can be done about the device of a vehicle. */
function useDrawerActs({
  access,
  acts,
  mayWrite,
}: Omit<Props, 'access'> & { access: Access | undefined }): DrawerAction[] {
  const t = useT();
  if (access === undefined || !mayWrite) return [];
  const one = [access];
  const bind = { key: 'bind', label: t('gpsAccess.bind.act'), run: () => acts.ask('bind', one) };
  if (access.protocol !== 'JT808') return [bind];
  const open = { key: 'open', label: t('gpsAccess.open.act'), run: () => acts.ask('open', one) };
  const close = { key: 'closeNow', label: t('gpsAccess.open.close'), run: () => void acts.close(one) };
  return [...(access.openUntil === null ? [open] : [close]), bind];
}

/** What lets the device of a vehicle in: registration, networks, and positions that are held for review. */
export function AccessDrawer({
  vehicleId,
  acts,
  mayWrite,
  onClose,
}: {
  vehicleId: string | undefined;
  acts: AccessActs;
  mayWrite: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const query = useCall('vehicleAccess', { vehicleId: vehicleId ?? '0' }, { enabled: vehicleId !== undefined });
  const actions = useDrawerActs({ access: query.data, acts, mayWrite });
  return (
    <DetailDrawer
      open={vehicleId !== undefined}
      onClose={onClose}
      title={`${query.data?.plateNo ?? ''} ${t('gpsAccess.title')}`}
      actions={actions}
    >
      <Loaded query={query}>
        {(access) => (
          <>
            <AccessFacts access={access} />
            <Section title={t('gpsAccess.held.title')}>
              <HeldPositions access={access} acts={acts} mayWrite={mayWrite} />
            </Section>
            <Section title={t('gpsAccess.history.title')}>
              <NetworkHistory access={access} acts={acts} mayWrite={mayWrite} />
            </Section>
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}
