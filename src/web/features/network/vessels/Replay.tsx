import { PauseOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Button, Slider } from 'antd';
import { useEffect, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import type { TrackPoint } from './track.ts';

/** A replay lasts so long, however long the track is. */
const lastsMs = 30_000;
const stepMs = 100;

type Props = {
  track: readonly TrackPoint[];
  /** The moment on show; undefined: now. */
  at: number | undefined;
  speed: number | null | undefined;
  onMove: (at: number | undefined) => void;
};

/** Goes through a track in time, by hand or by itself. */
export function Replay({ track, at, speed, onMove }: Props) {
  const t = useT();
  const [playing, setPlaying] = useState(false);
  const from = track[0]?.[0] ?? 0;
  const to = track.at(-1)?.[0] ?? 0;
  const shown = at ?? to;
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => {
      const next = shown + ((to - from) * stepMs) / lastsMs;
      onMove(Math.min(next, to));
      if (next >= to) setPlaying(false);
    }, stepMs);
    return () => clearTimeout(timer);
  }, [playing, shown, from, to, onMove]);
  const play = (): void => {
    if (!playing && shown >= to) onMove(from);
    setPlaying(!playing);
  };
  return (
    <div className="pt-vessel-replay">
      <Button
        size="small"
        icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={t(playing ? 'vessels.track.pause' : 'vessels.track.play')}
        title={t(playing ? 'vessels.track.pause' : 'vessels.track.play')}
        onClick={play}
      />
      <Slider
        className="pt-vessel-slider"
        ariaLabelForHandle={t('vessels.track.at')}
        ariaValueTextFormatterForHandle={(value) => timeAsText(value)}
        min={from}
        max={to}
        step={Math.max(1, Math.round((to - from) / 1000))}
        value={shown}
        tooltip={{ open: false }}
        onChange={(value) => {
          setPlaying(false);
          onMove(value);
        }}
      />
      <TimeText instant={shown} short />
      {speed != null && <span className="pt-muted">{t('vessels.knots', { value: speed.toFixed(1) })}</span>}
      {at !== undefined && (
        <Button
          size="small"
          type="link"
          onClick={() => {
            setPlaying(false);
            onMove(undefined);
          }}
        >
          {t('vessels.track.close')}
        </Button>
      )}
    </div>
  );
}
