import { Button } from 'antd';
import { useCallback, useEffect, useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { isNotFound } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useGo, usePageSearch, usePageTitle } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { MapLine, MapPlace } from '#web/kit/map/map-model.ts';
import { MapPage } from '#web/kit/map/MapPage.tsx';
import { MapView } from '#web/kit/map/MapView.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { Chosen } from './Chosen.tsx';
import { Legend, readHidden } from './Legend.tsx';
import { useAhead } from './use-ahead.ts';
import { useSilence } from './use-silence.ts';
import { useFleet } from './use-fleet.ts';
import { VesselItems } from './VesselSearch.tsx';

import './vessels.css';

const ROUTE = '/oms-ais';
const vesselEveryMs = 10_000;
const noTrack: readonly MapLine[] = [];

type OrderVessels = CallData<'orderVessels'>;

function List({ carried, onChoose }: { carried: OrderVessels; onChoose: (mmsi: string) => void }) {
  const t = useT();
  const lang = useLang();
  const silenceOf = useSilence();
  const { vessels, unseen, now } = carried;
  return (
    <>
      {vessels.length === 0 ? (
        <EmptyState title={t('orderVessels.none')} text={t('orderVessels.noneText')} />
      ) : (
        <VesselItems
          title={t('orderVessels.title', { orderNo: carried.orderNo })}
          items={vessels.map(({ mmsi, vesselName, state, lineNos, from, to, heardTime, heardBy }) => ({
            mmsi,
            name: vesselName ?? mmsi,
            note: [
              t(`orderVessels.state.${state}`),
              t('orderVessels.carries', { lines: lineNos.join(', '), from: from[lang], to: to[lang] }),
              silenceOf({ time: heardTime, by: heardBy }, now),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
          onChoose={onChoose}
        />
      )}
      {unseen.length > 0 && <p className="pt-note">{t('orderVessels.unseen', { numbers: unseen.join(', ') })}</p>}
    </>
  );
}

/** The order's vessels on the map as they move, and everything about the one that was chosen. */
function OrderVessels({ carried }: { carried: OrderVessels }) {
  const t = useT();
  const { search, setSearch } = usePageSearch(ROUTE);
  const wanted = search['mmsi'] ?? '';
  const mmsi = carried.vessels.some((one) => one.mmsi === wanted) ? wanted : '';
  const numbers = carried.vessels.map((one) => one.mmsi).join(' ');
  const only = useMemo(() => new Set(numbers.split(' ')), [numbers]);
  const fleet = useFleet(only);
  const choose = useCallback(
    (next: string | undefined) => setSearch({ ...search, mmsi: next }, { push: true }),
    [search, setSearch],
  );
  const { onPick: listen } = fleet;
  useEffect(() => listen(([first]) => choose(first)), [listen, choose]);
  const vessel = useCall('vesselPositions', { mmsi }, { enabled: mmsi !== '', refetchInterval: vesselEveryMs });
  const hide = search['hide'];
  const hidden = useMemo(() => readHidden(hide), [hide]);
  const ahead = useAhead(mmsi, fleet.time(), noTrack);
  const places = useMemo(
    () => [
      ...ahead.places,
      ...[...fleet.map.all()]
        .filter(({ id }) => mmsi === '' || id === mmsi)
        .map(({ id, at, label }): MapPlace => ({ id, at, label, kind: 'vessel' })),
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store is the same object; its summary says that it changed
    [fleet.map, fleet.now, ahead, mmsi],
  );
  return (
    <MapPage
      sideLabel={t('orderVessels.title', { orderNo: carried.orderNo })}
      side={
        <>
          <GoLink className="pt-link" href={makeHref('/oms-movement-detail', { orderId: search['orderId'] ?? '' })}>
            {t('orderVessels.toOrder')}
          </GoLink>
          {mmsi === '' ? (
            <List carried={carried} onChoose={choose} />
          ) : (
            <Loaded query={vessel}>
              {([found]) =>
                found === undefined ? (
                  <EmptyState title={t('vessels.none')} text={t('vessels.noneText')} />
                ) : (
                  <Chosen key={mmsi} vessel={found} fleet={fleet} onBack={() => choose(undefined)} />
                )
              }
            </Loaded>
          )}
        </>
      }
    >
      <Legend now={fleet.now} track={false} hidden={hidden} onHide={(next) => setSearch({ ...search, hide: next })} />
      <MapView
        lines={ahead.lines}
        places={places}
        fleet={fleet.map}
        hidden={hidden}
        fitKey={`${mmsi} ${places.length > 0} ${ahead.lines.length > 0}`}
        label={t('vessels.map')}
        maxZoom={13}
        fitZoom={6}
        legend={false}
      />
      {fleet.now.failed && (
        <p className="pt-vessel-failed" role="status">
          {t('vessels.failed')}
        </p>
      )}
    </MapPage>
  );
}

/** The vessels that carry goods of an order on the AIS map. */
export function OrderVesselsPage() {
  const t = useT();
  const go = useGo();
  const { search } = usePageSearch(ROUTE);
  const orderId = search['orderId'] ?? '';
  const query = useCall('orderVessels', { orderId }, { enabled: orderId !== '' });
  usePageTitle(query.data?.orderNo);
  if (orderId === '' || (query.isError && isNotFound(query.error)))
    return (
      <EmptyState
        title={t('orderVessels.noOrder')}
        text={t('orderVessels.noOrderText')}
        action={
          <Button size="small" type="primary" onClick={() => go('/oms-index')}>
            {t('orderVessels.toOrders')}
          </Button>
        }
      />
    );
  return <Loaded query={query}>{(carried) => <OrderVessels carried={carried} />}</Loaded>;
}
