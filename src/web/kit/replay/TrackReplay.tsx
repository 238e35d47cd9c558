import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Slider } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { MapView } from '#web/kit/map/MapView.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { formatPosition } from '#web/kit/value/format-value.ts';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { useSourceText } from '#web/kit/value/use-source-text.ts';
import { dwellOf, offLane, pointAt, type Track, trackOnMap } from './track-model.ts';
import './replay.css';

/** The whole track is played in so many steps. */
const steps = 240;
const stepMs = 120;

/** A moment that moves from the beginning of a track to its end while it is played. */
function usePlayback(from: number, to: number) {
  const [at, setAt] = useState(to);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    setAt(to);
    setPlaying(false);
  }, [from, to]);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(
      () =>
        setAt((now) => {
          const next = now + (to - from) / steps;
          if (next < to) return next;
          setPlaying(false);
          return to;
        }),
      stepMs,
    );
    return () => clearInterval(timer);
  }, [playing, from, to]);
  const play = (): void => {
    if (at >= to) setAt(from);
    setPlaying(!playing);
  };
  return { at, setAt, playing, play };
}

/** Stops of a vehicle with the moments at which it came into their fences and left them. */
export function Stays({ track, now }: { track: Track; now: number }) {
  const t = useT();
  const lang = useLang();
  const sourceText = useSourceText();
  const reported = (time: number): string => sourceText({ source: track.source, time });
  if (track.stays.length === 0) return <p className="pt-muted">{t('gpsVehicles.track.noStays')}</p>;
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['site', 'arrived', 'departed', 'dwell'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`gpsVehicles.track.stay.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {track.stays.map((stay) => (
          <tr key={`${stay.siteCode} ${stay.arrivedTime}`}>
            <td>{lang === 'zh' ? stay.siteName : (stay.siteNameEn ?? stay.siteName)}</td>
            <td>
              <TimeText instant={stay.arrivedTime} zone={stay.zone} short source={reported(stay.arrivedTime)} />
            </td>
            <td>
              {stay.departedTime === null ? (
                t('gpsVehicles.track.stillThere')
              ) : (
                <TimeText instant={stay.departedTime} zone={stay.zone} short source={reported(stay.departedTime)} />
              )}
            </td>
            <td>{t('gpsVehicles.track.dwell', dwellOf((stay.departedTime ?? now) - stay.arrivedTime))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The way of a vehicle on a map, played by a slider over time; speed, direction and how far it is beside its usual way. */
export function Replay({ track, zone }: { track: Track; zone: string | null }) {
  const t = useT();
  const lang = useLang();
  const first = track.points[0]?.[0] ?? track.timeFrom;
  const last = track.points.at(-1)?.[0] ?? track.timeTo;
  const sourceText = useSourceText();
  const { at, setAt, playing, play } = usePlayback(first, last);
  const content = useMemo(() => trackOnMap(track, at, lang), [track, at, lang]);
  const point = pointAt(track.points, at);
  if (point === undefined) return <EmptyState title={t('gpsVehicles.track.none')} />;
  const beside = offLane(track.lane, point);
  const source = sourceText({ source: track.source, time: point[0] });
  return (
    <>
      <div className="pt-gps-track">
        <MapView
          {...content}
          fitKey={`${track.vehicleId} ${track.timeFrom}`}
          label={t('gpsVehicles.track.map')}
          maxZoom={12}
        />
      </div>
      <div className="pt-gps-play">
        <Button
          aria-label={t(playing ? 'gpsVehicles.track.pause' : 'gpsVehicles.track.play')}
          icon={playing ? <PauseOutlined /> : <PlayCircleOutlined />}
          onClick={play}
        />
        <Slider
          min={first}
          max={Math.max(first + 1, last)}
          step={1000}
          value={at}
          onChange={setAt}
          ariaLabelForHandle={t('gpsVehicles.track.slider')}
          ariaValueTextFormatterForHandle={(value) => timeAsText(value, zone)}
          tooltip={{ formatter: (value) => timeAsText(value, zone) }}
        />
      </div>
      <Section title={t('gpsVehicles.track.facts')}>
        <Facts>
          <Fact label={t('gpsVehicles.track.time')}>
            <TimeText instant={point[0]} zone={zone} source={source} />
          </Fact>
          <Fact label={t('gpsVehicles.track.speed')} source={source}>
            {t('gpsVehicles.track.kmh', { value: point[3] })}
          </Fact>
          <Fact label={t('gpsVehicles.track.direction')} source={source}>
            {point[4]}°
          </Fact>
          <Fact label={t('gpsVehicles.track.temperature')} source={source}>
            {point[5] === null ? null : t('gpsVehicles.track.celsius', { value: point[5] })}
          </Fact>
          <Fact label={t('gpsVehicles.track.offLane')} source={source}>
            {beside === undefined ? null : t('gpsVehicles.track.km', { value: beside.toFixed(1) })}
          </Fact>
          <Fact label={t('gpsVehicles.track.position')} copy={formatPosition(point[2], point[1])} source={source}>
            {formatPosition(point[2], point[1])}
          </Fact>
        </Facts>
      </Section>
    </>
  );
}
