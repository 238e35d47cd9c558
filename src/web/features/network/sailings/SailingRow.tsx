import { BranchesOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { itemAt, lastItem } from '#shared/values/items.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useMay } from '#web/base/session.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import type { Names } from '#web/kit/search/use-names.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { bookingHref } from '#web/kit/value/sailing-links.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useStatementText } from '#web/kit/value/use-source-text.ts';
import { CutOffs, missedOf } from './CutOffs.tsx';
import type { Places } from './use-places.ts';

type Leg = SailingRoute['legs'][number];

function LegLine({ leg, carriers }: { leg: Leg; carriers: Names }) {
  return (
    <li>
      <span className="pt-sail-service" title={carriers.nameOf(leg.carrierCode)}>
        {leg.serviceCode}
      </span>
      <b>{leg.vesselName}</b> <span className="pt-mono pt-muted">{leg.voyage ?? '—'}</span>
    </li>
  );
}

type Context = { places: Places; carriers: Names };

/** When a ship arrives at a port of its leg, or leaves it, by the clock of that port. */
function TurnTime({ leg, turn, places, carriers }: Context & { leg: Leg; turn: 'arrival' | 'departure' }) {
  const sourceText = useStatementText(carriers.nameOf);
  const port = turn === 'arrival' ? leg.toPort : leg.fromPort;
  return (
    <BestTime times={leg[turn]} zone={places.zoneOf(port)} source={sourceText(leg[`${turn}Said`])} wordless short />
  );
}

/** Where a way touches land: loading, changes, discharge, each with its times. */
export function Turns({ route, places, carriers }: Context & { route: SailingRoute }) {
  const t = useT();
  const { legs } = route;
  const [first, last] = [itemAt(legs, 0), lastItem(legs)];
  const context = { places, carriers };
  return (
    <ol className="pt-sail-turns">
      <li>
        <span className="pt-sail-port">
          {places.nameOf(first.fromPort)} <span className="pt-mono pt-muted">{first.fromPort}</span>
        </span>
        <TurnTime leg={first} turn="departure" {...context} />
      </li>
      {legs.slice(1).map((leg, index) => (
        <li key={leg.boardCallId} data-kind="change">
          <span className="pt-sail-port">
            <BranchesOutlined aria-label={t('sailings.row.change')} /> {places.nameOf(leg.fromPort)}
          </span>
          <span className="pt-sail-wait">
            <TurnTime leg={itemAt(legs, index)} turn="arrival" {...context} />
            <TurnTime leg={leg} turn="departure" {...context} />
          </span>
        </li>
      ))}
      <li>
        <span className="pt-sail-port">
          {places.nameOf(last.toPort)} <span className="pt-mono pt-muted">{last.toPort}</span>
        </span>
        <TurnTime leg={last} turn="arrival" {...context} />
      </li>
    </ol>
  );
}

type Props = {
  route: SailingRoute;
  places: Places;
  carriers: Names;
  now: number;
  open: boolean;
  chosen: boolean;
  mayChoose: boolean;
  onToggle: () => void;
  onChoose: (chosen: boolean) => void;
  onShow: (routeId: string) => void;
  /** Not given where nothing can be subscribed. */
  onSubscribe?: () => void;
};

/** A booking of the whole way, with the ship it begins on. */
function bookHref({ legs }: SailingRoute): string {
  const [first, last] = [itemAt(legs, 0), lastItem(legs)];
  return bookingHref({
    carrierCode: first.carrierCode,
    polCode: first.fromPort,
    podCode: last.toPort,
    vesselName: first.vesselName,
    voyage: first.voyage,
    departureTime: bestTimeOf(first.departure)?.instant ?? null,
    arrivalTime: bestTimeOf(last.arrival)?.instant ?? null,
  });
}

/** One way of the answer: who sells it, vessels, ports and times, days, cut-offs, and when it sails next. */
export function SailingRow(props: Props) {
  const { route, places, carriers, now, open, chosen, mayChoose, onToggle, onChoose, onShow, onSubscribe } = props;
  const t = useT();
  const first = itemAt(route.legs, 0);
  const zone = places.zoneOf(first.fromPort);
  const mayBook = useMay('/booking-record-management');
  const missed = missedOf(route.cutOffs, now);
  const label = `${first.vesselName} ${first.voyage ?? ''}`.trim();
  return (
    <div className="pt-sail-row">
      <Checkbox
        aria-label={t('sailings.row.compare', { name: label })}
        checked={chosen}
        disabled={!chosen && !mayChoose}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className="pt-sail-who">
        <b>{carriers.nameOf(first.carrierCode)}</b>
        {route.sellers.some((code) => code !== first.carrierCode) && (
          <span className="pt-muted pt-sail-sellers" title={route.sellers.map(carriers.nameOf).join('\n')}>
            {t('sailings.row.sellers', { count: route.sellers.length })}
          </span>
        )}
        <ul>
          {route.legs.map((leg) => (
            <LegLine key={leg.boardCallId} leg={leg} carriers={carriers} />
          ))}
        </ul>
      </div>
      <Turns route={route} places={places} carriers={carriers} />
      <div className="pt-sail-days">
        <b>{t('sailings.row.days', { count: route.transitDays })}</b>
        <span className="pt-muted">{textOfKey(`sailings.made.${route.changes}`)}</span>
        {route.legs.some(({ differs }) => differs) && <StatusTag tone="warn">{t('sailings.row.differs')}</StatusTag>}
        {missed !== undefined && <StatusTag tone="warn">{textOfKey(`sailings.row.missed.${missed}`)}</StatusTag>}
        {mayBook && (
          <GoLink className="pt-link" href={bookHref(route)}>
            {t('sailings.row.book')}
          </GoLink>
        )}
        {onSubscribe && (
          <button
            type="button"
            className="pt-link pt-sail-act"
            aria-label={t('sailings.row.subscribe', { name: label })}
            onClick={onSubscribe}
          >
            {t('sailings.row.subscribeShort')}
          </button>
        )}
      </div>
      <CutOffs cutOffs={route.cutOffs} zone={zone} carriers={carriers} now={now} brief />
      <div className="pt-sail-next">
        {route.nextSailings.length > 0 && <span className="pt-muted">{t('sailings.row.next')}</span>}
        {route.nextSailings.slice(0, 2).map(({ routeId, departureTime }) => (
          <button key={routeId} type="button" className="pt-link" onClick={() => onShow(routeId)}>
            <TimeText instant={departureTime} zone={zone} short />
          </button>
        ))}
      </div>
      <Button
        type="text"
        aria-expanded={open}
        aria-label={t(open ? 'sailings.row.close' : 'sailings.row.open', { name: label })}
        icon={open ? <UpOutlined /> : <DownOutlined />}
        onClick={onToggle}
      />
    </div>
  );
}
