import { useMemo } from 'react';
import { useT } from '#web/i18n/index.ts';
import { alignLines, type MapLine, type MapPlace } from '#web/kit/map/map-model.ts';
import { MapView } from '#web/kit/map/MapView.tsx';
import { useOrder, usePlaceName } from './order-context.ts';

/** The ways of all shipments of the order on one map. */
export function OrderMap() {
  const t = useT();
  const { order } = useOrder();
  const nameOf = usePlaceName();
  const lines = useMemo(
    () =>
      // Shipments of one order may cross the antimeridian in both directions.
      alignLines(
        order.movements.flatMap(({ obmTkSubscribeId: id, track }) =>
          track.flatMap((leg): MapLine[] => [
            { id: `${id}/${leg.leg}/travelled`, kind: 'travelled', points: leg.travelled },
            { id: `${id}/${leg.leg}/remaining`, kind: 'remaining', points: leg.remaining },
          ]),
        ),
      ),
    [order],
  );
  const places = useMemo(() => {
    const found = new Map<string, MapPlace>();
    for (const movement of order.movements)
      for (const leg of movement.legs)
        for (const code of [leg.portOfLoading, leg.portOfDischarge]) {
          const place = code === null ? undefined : movement.places[code];
          if (code === null || place?.lon == null || place.lat == null || found.has(code)) continue;
          found.set(code, {
            id: code,
            at: [place.lon, place.lat],
            label: nameOf(movement, code),
            note: code,
            kind: 'port',
          });
        }
    return [...found.values()];
  }, [order, nameOf]);
  if (places.length === 0) return null;
  return <MapView lines={lines} places={places} fitKey={order.orderId} label={t('orders.map')} />;
}
