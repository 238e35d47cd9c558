import { Select } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import type { MapPlace } from '#web/kit/map/map-model.ts';
import { MapPage } from '#web/kit/map/MapPage.tsx';
import { MapView } from '#web/kit/map/MapView.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { CargoVessels } from './CargoVessels.tsx';
import { Chosen } from './Chosen.tsx';
import { Legend, readHidden } from './Legend.tsx';
import { Replay } from './Replay.tsx';
import { placeAt, speedLines, type TrackPoint } from './track.ts';
import { useAhead } from './use-ahead.ts';
import { useFleet } from './use-fleet.ts';
import { FoundVessels, VesselItems, VesselSearch } from './VesselSearch.tsx';
import { searchKinds, type SearchKind } from './vessel-search.ts';
import './vessels.css';

const ROUTE = '/vessel-alone';
const periods = [1, 3, 7, 14, 30] as const;
const usualDays = 7;
const DAY_MS = 86_400_000;
const vesselEveryMs = 10_000;
const noTrack: readonly TrackPoint[] = [];

/** The track of the chosen vessel in the chosen time, up to the moment on show. */
function useTrack(mmsi: string, days: number, now: number) {
  // Rounded to the hour, so that the query key does not change every second.
  const to = Math.ceil(now / 3_600_000) * 3_600_000;
  const query = useCall(
    'vesselTrack',
    { mmsi, timeFrom: to - days * DAY_MS, timeTo: to },
    { enabled: mmsi !== '' && now > 0, keep: true },
  );
  return query.data?.mmsi === mmsi ? query.data : undefined;
}

type TrackBarProps = {
  days: number;
  track: CallData<'vesselTrack'> | undefined;
  at: number | undefined;
  speed: number | null | undefined;
  onDays: (part: { days: string }) => void;
  onMove: (at: number | undefined) => void;
};

/** How far back the track goes, and the way through it in time; below the map, so that it covers no vessel. */
function TrackBar({ days, track, at, speed, onDays, onMove }: TrackBarProps) {
  const t = useT();
  const points = track?.points ?? noTrack;
  return (
    <div className="pt-vessel-track" role="group" aria-label={t('vessels.track.title')}>
      <Select
        size="small"
        aria-label={t('vessels.track.period')}
        value={days}
        options={periods.map((value) => ({ value, label: t('vessels.days', { count: value }) }))}
        onChange={(value) => onDays({ days: String(value) })}
      />
      {points.length > 1 ? (
        <Replay track={points} at={at} speed={speed} onMove={onMove} />
      ) : (
        <span className="pt-muted">{t('vessels.track.none')}</span>
      )}
      {track !== undefined && track.implausible > 0 && (
        <span className="pt-muted">{t('vessels.track.implausible', { count: track.implausible })}</span>
      )}
    </div>
  );
}

/** All vessels as they move, and everything about the one that was chosen. */
export function VesselsPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch(ROUTE);
  const mmsi = search['mmsi'] ?? '';
  const entry = search['q'] ?? '';
  const by: SearchKind = searchKinds.find((kind) => kind === search['by']) ?? 'name';
  const days = periods.find((value) => String(value) === search['days']) ?? usualDays;
  const hide = search['hide'];
  const hidden = useMemo(() => readHidden(hide), [hide]);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [replayAt, setReplayAt] = useState<number>();
  const fleet = useFleet();
  const set = useCallback(
    (part: Readonly<Record<string, string | undefined>>) => {
      setReplayAt(undefined);
      setSearch({ ...search, ...part }, { push: true });
    },
    [search, setSearch],
  );
  const choose = useCallback(
    (next: string | undefined) => {
      setPicked([]);
      set({ mmsi: next });
    },
    [set],
  );
  const onPick = useCallback(
    (ids: readonly string[]) => (ids.length === 1 ? choose(ids[0]) : (setPicked(ids), set({ mmsi: undefined }))),
    [choose, set],
  );
  const { onPick: listen } = fleet;
  useEffect(() => listen(onPick), [listen, onPick]);
  const vessel = useCall('vesselPositions', { mmsi }, { enabled: mmsi !== '', refetchInterval: vesselEveryMs });
  const track = useTrack(mmsi, days, fleet.time());
  const points = track?.points ?? noTrack;
  const been = useMemo(() => speedLines(points), [points]);
  const ahead = useAhead(mmsi, fleet.time(), been);
  const lines = useMemo(() => [...been, ...ahead.lines], [been, ahead]);
  const replayed = replayAt === undefined ? undefined : placeAt(points, replayAt);
  const here = mmsi === '' ? undefined : fleet.find(mmsi);
  const at = replayed?.at ?? here?.at;
  const label = here?.label ?? mmsi;
  const places = useMemo(
    (): MapPlace[] => [
      ...ahead.places,
      ...(at === undefined ? [] : [{ id: mmsi, at, label, kind: 'vessel' as const }]),
    ],
    [ahead, at, label, mmsi],
  );
  return (
    <MapPage
      sideLabel={t('vessels.find')}
      side={
        <>
          <VesselSearch
            key={`${by} ${entry}`}
            by={by}
            entry={entry}
            onSearch={(kind, text) => {
              setPicked([]);
              set({ by: kind, q: text, mmsi: undefined });
            }}
          />
          {mmsi !== '' ? (
            <Loaded query={vessel}>
              {([found]) =>
                found === undefined ? (
                  <EmptyState title={t('vessels.none')} text={t('vessels.noneText')} />
                ) : (
                  <Chosen key={mmsi} vessel={found} fleet={fleet} onBack={() => choose(undefined)} />
                )
              }
            </Loaded>
          ) : picked.length > 0 ? (
            <VesselItems
              title={t('vessels.picked', { count: picked.length })}
              items={picked.map((id) => ({ mmsi: id, name: fleet.find(id)?.label ?? id, note: `MMSI ${id}` }))}
              onChoose={choose}
            />
          ) : entry === '' ? (
            <>
              <p className="pt-muted pt-vessel-order">{t('vessels.begin')}</p>
              <CargoVessels onChoose={choose} />
            </>
          ) : (
            <FoundVessels by={by} entry={entry} now={fleet.time()} onChoose={choose} />
          )}
        </>
      }
    >
      <Legend
        now={fleet.now}
        track={points.length > 0}
        hidden={hidden}
        onHide={(next) => setSearch({ ...search, hide: next })}
      />
      <MapView
        lines={lines}
        places={places}
        fleet={fleet.map}
        hidden={hidden}
        fitKey={mmsi === '' ? 'all' : `${mmsi} ${days} ${points.length > 0} ${ahead.lines.length > 0}`}
        label={t('vessels.map')}
        maxZoom={13}
        legend={false}
      />
      {fleet.now.failed && (
        <p className="pt-vessel-failed" role="status">
          {t('vessels.failed')}
        </p>
      )}
      {mmsi !== '' && (
        <TrackBar days={days} track={track} at={replayAt} speed={replayed?.speed} onDays={set} onMove={setReplayAt} />
      )}
    </MapPage>
  );
}
