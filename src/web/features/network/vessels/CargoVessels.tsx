import { Button } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { usdText } from '#shared/text/usd-text.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

type Cargo = CallData<'vesselCargo'>;
type Vessel = Cargo['vessels'][number];

const step = 20;
const max = 200;
const everyMs = 60_000;

/** Where she comes next and when, in the time of the port, and who says so. */
function Next({ vessel: { nextPort, nextEta, etaBy }, ports }: { vessel: Vessel; ports: Cargo['ports'] }) {
  const t = useT();
  const lang = useLang();
  if (nextPort === null) return <span className="pt-muted">{t('vessels.cargo.noNext')}</span>;
  const port = ports.find(({ portCode }) => portCode === nextPort);
  return (
    <span>
      {t('vessels.cargo.next', { port: port === undefined ? nextPort : portNameIn(lang, port) })}{' '}
      {nextEta !== null && (
        <>
          <b>
            <TimeText instant={nextEta} zone={port?.zone ?? null} short />
          </b>{' '}
          {etaBy !== null && <span className="pt-muted">{t(`vessels.cargo.by.${etaBy}`)}</span>}
        </>
      )}
    </span>
  );
}

type ItemProps = { vessel: Vessel; ports: Cargo['ports']; onChoose: (mmsi: string) => void };

function Item({ vessel, ports, onChoose }: ItemProps) {
  const t = useT();
  const mayHandle = useMay('/exception-manage');
  const { mmsi, vesselName, bookings, troubled, moneyAtRisk, worst } = vessel;
  const type = worst === null ? '' : t('vessels.cargo.worst', { type: worst.typeName });
  return (
    <li>
      <button type="button" onClick={() => onChoose(mmsi)}>
        <span className="pt-vessel-cargo-name">
          <b>{vesselName ?? mmsi}</b>
          {moneyAtRisk > 0 && <b>{t('vessels.cargo.money', { usd: usdText(moneyAtRisk) })}</b>}
        </span>
        <Next vessel={vessel} ports={ports} />
        <span className="pt-muted">
          {t('vessels.cargo.bookings', { count: bookings })}
          {' · '}
          {troubled === 0 ? t('vessels.cargo.calm') : t('vessels.cargo.troubled', { count: troubled })}
        </span>
      </button>
      {worst !== null && (
        <p className="pt-vessel-worst">
          <SeverityMark severity={worst.severity} />
          {mayHandle ? (
            <GoLink
              className="pt-link"
              href={makeHref('/exception-manage/handle', { id: worst.obmAutotestResultId })}
              title={worst.referenceNo}
            >
              {type}
            </GoLink>
          ) : (
            <span>{type}</span>
          )}
        </p>
      )}
    </li>
  );
}

function List({ cargo, onChoose, onMore }: { cargo: Cargo; onChoose: (mmsi: string) => void; onMore: () => void }) {
  const t = useT();
  const { vessels, total, ports } = cargo;
  if (total === 0) return <EmptyState title={t('vessels.cargo.none')} text={t('vessels.cargo.noneText')} />;
  const rest = Math.min(step, total - vessels.length, max - vessels.length);
  return (
    <section aria-label={t('vessels.cargo.title')}>
      <h2 className="pt-vessel-count">{t('vessels.cargo.count', { count: formatCount(total) })}</h2>
      <p className="pt-muted pt-vessel-order">
        {vessels.length < total
          ? t('vessels.cargo.shown', { shown: formatCount(vessels.length), count: formatCount(total) })
          : t('vessels.cargo.order')}
      </p>
      <ul className="pt-vessel-items">
        {vessels.map((vessel) => (
          <Item key={vessel.mmsi} vessel={vessel} ports={ports} onChoose={onChoose} />
        ))}
      </ul>
      {rest > 0 && (
        <Button size="small" onClick={onMore}>
          {t('vessels.cargo.more', { count: rest })}
        </Button>
      )}
    </section>
  );
}

/** Vessels with cargo of the caller's tenants, the riskiest first: next port, bookings, money and the worst exception of each. */
export function CargoVessels({ onChoose }: { onChoose: (mmsi: string) => void }) {
  const [limit, setLimit] = useState(step);
  const query = useCall('vesselCargo', { limit }, { refetchInterval: everyMs, keep: true });
  return (
    <Loaded query={query}>
      {(cargo) => <List cargo={cargo} onChoose={onChoose} onMore={() => setLimit(Math.min(max, limit + step))} />}
    </Loaded>
  );
}
