import { PlayCircleOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useMemo, useState } from 'react';
import { gpsVehiclesList } from '#lists/gps-vehicles.ts';
import { call } from '#web/base/client.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { MapPlace } from '#web/kit/map/map-model.ts';
import { MapView } from '#web/kit/map/MapView.tsx';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { ListView } from '#web/list/ListView.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { useList } from '#web/list/use-list.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { formatPosition } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { AccessButtons, BindNetworksDialog, OpenRegistrationDialog } from './AccessDialogs.tsx';
import { AccessDrawer } from './AccessDrawer.tsx';
import { TrackDrawer, type GpsRow } from './TrackDrawer.tsx';
import { useAccessActs } from './use-access-acts.ts';
import type { CallData } from '#contract/index.ts';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import './gps-vehicles.css';

/** What is counted, with the filters that show those vehicles. */
const notices: [keyof CallData<'vehicleAccessCounts'>, SearchValues][] = [
  ['legacy', { access: ['legacy'] }],
  ['unbound', { access: ['unbound'] }],
  ['doubtful', { doubtful: '1' }],
];

const noticeEveryMs = 30_000;

/** Devices that somebody has to do something about: how many, and which they are. */
function AccessNotice({ onShow }: { onShow: (filters: SearchValues) => void }) {
  const t = useT();
  const { data } = useCall('vehicleAccessCounts', undefined, { refetchInterval: noticeEveryMs });
  return notices
    .filter(([name]) => (data?.[name] ?? 0) > 0)
    .map(([name, filters]) => (
      <Alert
        key={name}
        type="warning"
        showIcon
        title={t(`gpsAccess.notice.${name}`, { count: data?.[name] ?? 0 })}
        action={
          <Button size="small" onClick={() => onShow(filters)}>
            {t('gpsAccess.notice.show')}
          </Button>
        }
      />
    ));
}

const everyMs = 5_000;
const noLines: never[] = [];

/** Whether a temperature is outside of what its cargo needs, given as `2~8`. */
function isOutside(temperature: number | null, range: string | null): boolean {
  if (temperature === null || range === null) return false;
  const [min = '', max = ''] = range.split('~');
  return (min !== '' && temperature < Number(min)) || (max !== '' && temperature > Number(max));
}

function useCells(): { readonly [K in keyof typeof gpsVehiclesList.columns]?: Cell<GpsRow> } {
  const t = useT();
  const lang = useLang();
  return useMemo(() => {
    const siteOf = (row: GpsRow): string => (lang === 'zh' ? row.siteName : (row.siteNameEn ?? row.siteName)) ?? '';
    const placeText = (row: GpsRow): string =>
      row.siteName === null
        ? row.lat === null || row.lon === null
          ? ''
          : formatPosition(row.lat, row.lon)
        : row.siteKm === 0
          ? t('gpsVehicles.at', { site: siteOf(row) })
          : t('gpsVehicles.near', { site: siteOf(row), km: row.siteKm ?? 0 });
    return {
      place: { text: placeText },
      reportTime: {
        text: (row) => timeAsText(row.reportTime, row.zone),
        render: (row, sourceText) => <TimeText instant={row.reportTime} zone={row.zone} source={sourceText} />,
      },
      offLaneKm: {
        text: (row) => (row.offLaneKm === null ? '' : String(row.offLaneKm)),
        render: (row, sourceText) => (
          <span title={sourceText}>
            {row.offLaneKm}{' '}
            {row.offLaneKm !== null && row.corridorKm !== null && row.offLaneKm > row.corridorKm && (
              <StatusTag tone="warn">{t('gpsVehicles.offLane')}</StatusTag>
            )}
          </span>
        ),
      },
      temperature: {
        text: (row) => (row.temperature === null ? '' : String(row.temperature)),
        render: (row, sourceText) =>
          isOutside(row.temperature, row.coldRange) ? (
            <StatusTag tone="danger">
              <span
                title={[t('gpsVehicles.warm', { range: row.coldRange ?? '' }), sourceText].filter(Boolean).join('\n')}
              >
                {row.temperature}
              </span>
            </StatusTag>
          ) : (
            <span title={sourceText}>{row.temperature}</span>
          ),
      },
    };
  }, [t, lang]);
}

/** Ports that devices cannot connect to, with the reason. */
function GatewayProblems() {
  const t = useT();
  const { data } = useCall('vehicleGateways', undefined, { refetchInterval: 30_000 });
  return data
    ?.filter(({ state }) => state === 'failed')
    .map(({ protocol, lastError }) => (
      <Alert
        key={protocol}
        type="warning"
        showIcon
        title={t('gpsVehicles.gatewayDown', { protocol, error: lastError ?? '' })}
      />
    ));
}

/** All vehicles on a map, where they are now; a short list beside it for those who do not see maps comes with the map. */
function FleetMap() {
  const t = useT();
  const { name } = useListLabels(gpsVehiclesList);
  const { data } = useCall('vehiclePositions', undefined, { refetchInterval: everyMs });
  const places = useMemo(
    () =>
      (data ?? []).map((one): MapPlace => ({
        id: one.vehicleId,
        at: [one.lon, one.lat],
        label: one.plateNo,
        note: `${name('state', one.state)} · ${t('gpsVehicles.track.kmh', { value: one.speed })}`,
        kind: one.state === 'driving' ? 'vessel' : one.state === 'offline' ? 'transhipment' : 'port',
      })),
    [data, t, name],
  );
  return (
    <div className="pt-gps-map">
      <MapView
        lines={noLines}
        places={places}
        fitKey={data === undefined ? 'none' : 'fleet'}
        label={t('gpsVehicles.map')}
        legend={false}
        grouped
        maxZoom={11}
      />
    </div>
  );
}

/** Vehicles with a device: where each is, what it does, the way it went, and what lets its device in. */
export function GpsVehiclesPage() {
  const t = useT();
  const cells = useCells();
  const list = useList(gpsVehiclesList, { cells });
  const mayWrite = useMayCall('vehicleOpenRegistration');
  const [chosen, setChosen] = useState<GpsRow>();
  const [shownId, setShownId] = useState<string>();
  const [selection, setSelection] = useState<Selection<GpsRow>>(emptySelection);
  const acts = useAccessActs();
  const selected = selection.ids.flatMap((id) => selection.rows.get(id) ?? []);
  return (
    <div className="pt-gps">
      <div className="pt-list">
        <GatewayProblems />
        <AccessNotice onShow={(values) => list.control.change({ values, page: 1 })} />
        <ListView
          use={list}
          onOpen={setChosen}
          {...(mayWrite && {
            selecting: {
              selection,
              onSelection: setSelection,
              load: (part, signal) =>
                call('gpsVehicles.list', { ...list.question, sortRules: [], ...part }, { signal }),
            },
            toolbar: <AccessButtons rows={selected} acts={acts} />,
          })}
          actions={[
            {
              key: 'trace',
              label: t('gpsVehicles.replay'),
              icon: <PlayCircleOutlined />,
              run: setChosen,
            },
            { key: 'key', label: t('gpsAccess.title'), run: (row) => setShownId(row.vehicleId) },
          ]}
        />
      </div>
      <FleetMap />
      <TrackDrawer row={chosen} onClose={() => setChosen(undefined)} />
      <AccessDrawer vehicleId={shownId} acts={acts} mayWrite={mayWrite} onClose={() => setShownId(undefined)} />
      <OpenRegistrationDialog acts={acts} />
      <BindNetworksDialog acts={acts} />
    </div>
  );
}
