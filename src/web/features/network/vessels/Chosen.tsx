import { Button, Tabs } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { type FleetStore, type vesselTones } from './fleet-store.ts';
import { useSilence } from './use-silence.ts';
import { VesselAhead } from './VesselAhead.tsx';
import { VesselCalls } from './VesselCalls.tsx';
import { VesselEta } from './VesselEta.tsx';
import { type Vessel, VesselFacts } from './VesselFacts.tsx';

const tagTones: Readonly<Record<(typeof vesselTones)[number], Tone>> = {
  underway: 'info',
  drifting: 'danger',
  anchored: 'warn',
  moored: 'ok',
  stale: 'neutral',
};

function Head({
  vessel,
  tone,
  now,
  onBack,
}: {
  vessel: Vessel;
  tone: (typeof vesselTones)[number];
  now: number;
  onBack: () => void;
}) {
  const t = useT();
  const silence = useSilence()({ time: vessel.fixTime, by: vessel.heardBy }, now);
  return (
    <header className="pt-vessel-head">
      <h2>{vessel.vesselName ?? vessel.mmsi}</h2>
      <StatusTag tone={tagTones[tone]}>{t(`vessels.tone.${tone}`)}</StatusTag>
      <Button size="small" type="link" onClick={onBack}>
        {t('vessels.back')}
      </Button>
      {vessel.fixTime !== null && (
        <p className="pt-muted" data-old={tone === 'stale' || undefined}>
          {t('vessels.age')} <ElapsedText instant={vessel.fixTime} now={now} />
          {silence === undefined
            ? vessel.heardBy !== null && ` · ${t('vessels.heardBy', { name: vessel.heardBy })}`
            : ` · ${silence} · ${t('vessels.old')}`}
        </p>
      )}
    </header>
  );
}

type ChosenProps = { vessel: Vessel; fleet: FleetStore; onBack: () => void };

/** Everything about the chosen vessel. */
export function Chosen({ vessel, fleet, onBack }: ChosenProps) {
  const t = useT();
  const now = fleet.time();
  const tone = fleet.find(vessel.mmsi)?.tone ?? 'stale';
  return (
    <>
      <Head vessel={vessel} tone={tone} now={now} onBack={onBack} />
      {now > 0 && <VesselAhead mmsi={vessel.mmsi} now={now} />}
      <Tabs
        size="small"
        items={[
          { key: 'now', label: t('vessels.tab.now'), children: <VesselFacts vessel={vessel} /> },
          {
            key: 'eta',
            label: t('vessels.tab.eta'),
            children: <VesselEta mmsi={vessel.mmsi} lying={vessel.portCode !== null} />,
          },
          { key: 'calls', label: t('vessels.tab.calls'), children: <VesselCalls mmsi={vessel.mmsi} /> },
        ]}
      />
    </>
  );
}
