import { isOneOf, keysOf } from '#shared/values/objects.ts';
import type { CallData } from '#contract/index.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { Fact, Facts } from '#web/kit/detail/Section.tsx';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { CountryText } from '#web/kit/value/CodeText.tsx';
import { formatPosition } from '#web/kit/value/format-value.ts';
import { useSourceText } from '#web/kit/value/use-source-text.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { useOutlook } from './use-ahead.ts';

export type Vessel = CallData<'vesselPositions'>[number];

/** Names of ports by code, in the reader's language. */
export function usePortNames(codes: readonly (string | null)[]): (code: string) => string {
  const lang = useLang();
  const ports = usePorts(codes.filter((code) => code !== null));
  return (code) => {
    const port = ports.get(code);
    return port === undefined ? code : `${portNameIn(lang, port)} ${code}`;
  };
}

const sourceText = <T,>(value: T | null, text: (value: T) => string): string | null =>
  value === null ? null : text(value);

/** What a vessel tells of herself. */
export function VesselFacts({ vessel }: { vessel: Vessel }) {
  const t = useT();
  const sourceTextValue = useSourceText();
  // Her own data comes with other messages than her position; of those the time is not kept.
  const ais = {
    now: vessel.fixTime === null ? undefined : sourceTextValue({ source: 'AIS', time: vessel.fixTime }),
    own: t('value.source', { name: 'AIS' }),
  };
  const { data: outlook } = useOutlook(vessel.mmsi);
  const lastPort = outlook?.fromPort ?? null;
  const nextPort = outlook?.nextPort ?? null;
  const portName = usePortNames([vessel.portCode, lastPort, nextPort]);
  const status = vessel.navStatus === null ? null : String(vessel.navStatus);
  const degrees = (value: number): string => t('vessels.degrees', { value: Math.round(value) % 360 });
  const metres = (value: number): string => t('vessels.metres', { value: value.toFixed(1) });
  const position = vessel.lat === null || vessel.lon === null ? null : formatPosition(vessel.lat, vessel.lon);
  const size = [vessel.lengthM, vessel.beamM].every((value) => value !== null)
    ? t('vessels.metres', { value: `${vessel.lengthM} × ${vessel.beamM}` })
    : null;
  return (
    <Facts className="pt-vessel-facts">
      <Fact label={t('vessels.fact.speed')} source={ais.now}>
        {sourceText(vessel.speed, (value) => t('vessels.knots', { value: value.toFixed(1) }))}
      </Fact>
      <Fact label={t('vessels.fact.course')} source={ais.now}>
        {sourceText(vessel.course, degrees)}
      </Fact>
      <Fact label={t('vessels.fact.heading')} source={ais.now}>
        {sourceText(vessel.heading === 511 ? null : vessel.heading, degrees)}
      </Fact>
      <Fact label={t('vessels.fact.status')} source={ais.now}>
        {isOneOf(knownStatuses, status) ? t(`vessels.statuses.${status}`) : null}
      </Fact>
      <Fact label={t('vessels.fact.position')} source={ais.now} copy={position}>
        {position}
      </Fact>
      <Fact label={t('vessels.fact.port')} source={ais.now}>
        {sourceText(vessel.portCode, portName)}
      </Fact>
      <Fact label={t('vessels.fact.lastPort')}>{sourceText(lastPort, portName)}</Fact>
      <Fact label={t('vessels.fact.nextPort')}>{sourceText(nextPort, portName)}</Fact>
      <Fact label={t('vessels.fact.draught')} source={ais.own}>
        {sourceText(vessel.draughtM, metres)}
      </Fact>
      <Fact label={t('vessels.fact.size')} source={ais.own}>
        {size}
      </Fact>
      <Fact label={t('vessels.fact.destination')} source={ais.own}>
        {vessel.destination}
      </Fact>
      <Fact label={t('vessels.fact.masterEta')} source={ais.own}>
        {vessel.masterEta}
      </Fact>
      <Fact label={t('vessels.fact.mmsi')} source={ais.own} copy={vessel.mmsi}>
        {vessel.mmsi}
      </Fact>
      <Fact label={t('vessels.fact.imo')} source={ais.own} copy={vessel.imo}>
        {vessel.imo}
      </Fact>
      <Fact label={t('vessels.fact.callSign')} source={ais.own}>
        {vessel.callSign}
      </Fact>
      <Fact label={t('vessels.fact.flag')}>{vessel.flag === null ? null : <CountryText code={vessel.flag} />}</Fact>
    </Facts>
  );
}

const statusKeys = {
  '0': 0,
  '1': 1,
  '2': 2,
  '3': 3,
  '4': 4,
  '5': 5,
  '6': 6,
  '7': 7,
  '8': 8,
  '9': 9,
  '10': 10,
  '11': 11,
  '12': 12,
  '13': 13,
  '14': 14,
  '15': 15,
} as const;
const knownStatuses = keysOf(statusKeys);
