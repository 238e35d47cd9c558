import { Button } from 'antd';
import type { VesselTone } from '#web/kit/map/map-model.ts';
import { useT } from '#web/i18n/index.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { type FleetSummary, vesselTones } from './fleet-store.ts';
import { speedBands } from './track.ts';

/** What vessels on the map do that are left out, as the address has it: names between commas; anything else counts for nothing. */
export const readHidden = (text: string | undefined): VesselTone[] => {
  const names = (text ?? '').split(',');
  return vesselTones.filter((tone) => names.includes(tone));
};

type Props = {
  now: FleetSummary;
  /** The colours of a track are shown too. */
  track: boolean;
  hidden: readonly VesselTone[];
  /** Gets what the address keeps. */
  onHide: (hidden: string | undefined) => void;
};

/** What the colours of vessels and of a track mean; a press on what vessels do shows or hides those on the map. */
export function Legend({ now, track, hidden, onHide }: Props) {
  const t = useT();
  const toggle = (tone: VesselTone): void => {
    const next = vesselTones.filter((one) => hidden.includes(one) !== (one === tone));
    onHide(next.length === 0 ? undefined : next.join(','));
  };
  const left = hidden.reduce((sum, tone) => sum + now.counts[tone], 0);
  return (
    <div className="pt-vessel-legend">
      <ul aria-label={t('vessels.fleet', { count: now.total })}>
        {vesselTones.map((tone) => (
          <li key={tone} data-tone={tone}>
            <button
              type="button"
              aria-pressed={!hidden.includes(tone)}
              title={t('vessels.legend.hint')}
              onClick={() => toggle(tone)}
            >
              {t(`vessels.tone.${tone}`)} {now.total > 0 && formatCount(now.counts[tone])}
            </button>
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <p>
          <span role="status">{t('vessels.legend.hidden', { count: left })}</span>
          <Button size="small" type="link" onClick={() => onHide(undefined)}>
            {t('vessels.legend.all')}
          </Button>
        </p>
      )}
      {track && (
        <ul aria-label={t('vessels.track.speed')}>
          {speedBands.map(({ below, colour }, index) => (
            <li key={colour} style={{ '--pt-swatch': colour } as React.CSSProperties} data-line>
              {below === Number.POSITIVE_INFINITY ? `≥ ${speedBands[index - 1]?.below ?? 0}` : `< ${below}`}
            </li>
          ))}
          <li>{t('vessels.track.speed')}</li>
        </ul>
      )}
    </div>
  );
}
