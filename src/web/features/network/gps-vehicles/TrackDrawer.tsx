import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { gpsVehiclesList } from '#lists/gps-vehicles.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import { Replay, Stays } from '#web/kit/replay/TrackReplay.tsx';
import type { Track } from '#web/kit/replay/track-model.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatPosition } from '#web/kit/value/format-value.ts';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import type { RowOf } from '#web/list/use-list.tsx';

export type GpsRow = RowOf<typeof gpsVehiclesList>;

const hourMs = 3_600_000;
const ranges = [6, 24, 72, 168] as const;
function Photos({ track, zone }: { track: Track; zone: string | null }) {
  const t = useT();
  if (track.photos.length === 0) return <p className="pt-muted">{t('gpsVehicles.track.noPhotos')}</p>;
  return (
    <ul className="pt-gps-photos">
      {track.photos.slice(0, 6).map(({ photoId, takenTime, channel }) => (
        <li key={photoId}>
          <Photo
            photoId={photoId}
            alt={t('gpsVehicles.track.photo', { plate: track.plateNo, time: timeAsText(takenTime, zone) })}
          />
          <TimeText instant={takenTime} zone={zone} short />{' '}
          <span className="pt-muted">{t('gpsVehicles.track.channel', { channel })}</span>
        </li>
      ))}
    </ul>
  );
}

/** Alarms of the device in the time that is shown, each with its beginning, end and place. */
function Alarms({ track, zone }: { track: Track; zone: string | null }) {
  const t = useT();
  const { name } = useListLabels(gpsVehiclesList);
  if (track.alarms.length === 0) return <p className="pt-muted">{t('gpsVehicles.track.noAlarms')}</p>;
  return (
    <ul>
      {track.alarms.map(({ kind, beganTime, endedTime, lon, lat }) => (
        <li key={`${kind} ${beganTime}`}>
          <b>{name('alarm', kind)}</b> <TimeText instant={beganTime} zone={zone} short />
          {endedTime === null ? (
            <> – {t('gpsVehicles.track.alarmOpen')}</>
          ) : (
            endedTime > beganTime && (
              <>
                {' '}
                – <TimeText instant={endedTime} zone={zone} short />
              </>
            )
          )}{' '}
          {lon !== null && lat !== null && <span className="pt-muted">{formatPosition(lat, lon)}</span>}
        </li>
      ))}
    </ul>
  );
}

function Photo({ photoId, alt }: { photoId: string; alt: string }) {
  const { data } = useCall('vehiclePhoto', { photoId }, { staleTime: Number.POSITIVE_INFINITY });
  return data === undefined ? (
    <span className="pt-gps-photo" role="img" aria-label={alt} />
  ) : (
    <img className="pt-gps-photo" src={`data:image/jpeg;base64,${data.image}`} alt={alt} />
  );
}

/** The way a vehicle went: a map with a slider over time, its stops, pictures, and what was not believed. */
export function TrackDrawer({ row, onClose }: { row: GpsRow | undefined; onClose: () => void }) {
  const t = useT();
  const [hours, setHours] = useState<number>(24);
  const [now, setNow] = useState(0);
  const to = row?.reportTime ?? 0;
  useEffect(() => setNow(to), [to]);
  const query = useCall(
    'vehicleTrack',
    { vehicleId: row?.vehicleId ?? '0', timeFrom: now - hours * hourMs, timeTo: now },
    { enabled: row !== undefined && now > 0, keep: true },
  );
  // While another range loads, the track stays on screen; that of another vehicle does not.
  const shown = query.data?.vehicleId === row?.vehicleId ? query : { ...query, data: undefined };
  const zone = row?.zone ?? null;
  return (
    <DetailDrawer
      open={row !== undefined}
      onClose={onClose}
      title={`${row?.plateNo ?? ''} ${t('gpsVehicles.replay')}`}
      extra={
        <Select
          aria-label={t('gpsVehicles.track.range')}
          value={hours}
          onChange={setHours}
          options={ranges.map((count) => ({
            value: count,
            label:
              count <= 24
                ? t('gpsVehicles.track.hours', { count })
                : t('gpsVehicles.track.days', { count: count / 24 }),
          }))}
        />
      }
    >
      <Loaded query={shown}>
        {(track) => (
          <>
            <Replay track={track} zone={zone} />
            <Section title={t('gpsVehicles.track.stays')}>
              <Stays track={track} now={now} />
            </Section>
            <Section title={t('gpsVehicles.track.alarms')}>
              <Alarms track={track} zone={zone} />
            </Section>
            <Section title={t('gpsVehicles.track.photos')}>
              <Photos track={track} zone={zone} />
            </Section>
            <p className="pt-muted">{t('gpsVehicles.track.counts', { total: track.total })}</p>
            {track.refused.length > 0 && (
              <Section title={t('gpsVehicles.track.refused')}>
                <ul>
                  {track.refused.map(({ reason, reasonText, count }) => (
                    <li key={reason}>
                      {reasonText}: {count}
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}
