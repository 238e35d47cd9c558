import { emsMailV1 } from './parsers/ems-mail-v1.ts';
import { willowTrackV1 } from './parsers/willow-track-v1.ts';
import { willowTrackV2 } from './parsers/willow-track-v2.ts';
import { zephyrDataV1 } from './parsers/zephyr-data-v1.ts';
import { zephyrShipmentV1 } from './parsers/zephyr-shipment-v1.ts';
import { zephyrShipmentV2 } from './parsers/zephyr-shipment-v2.ts';
import type { OpenedAnswer, PageParser } from './types.ts';

/** Every version of every parser, one line each. */
export const pageParsers: readonly PageParser[] = [
  willowTrackV1,
  willowTrackV2,
  zephyrDataV1,
  zephyrShipmentV1,
  zephyrShipmentV2,
  emsMailV1,
];

/** Which version of each parser reads answers, by parser id; 0: none. */
export type Releases = ReadonlyMap<string, number>;

/** A version of a parser. */
export const findParser = (id: string, version: number): PageParser | undefined =>
  pageParsers.find((parser) => parser.id === id && parser.version === version);

/** What the product comes with: of each parser the newest version that ships released. */
export function shippedReleases(): Map<string, number> {
  const releases = new Map<string, number>();
  for (const { id, version, ships } of pageParsers) {
    const known = releases.get(id) ?? 0;
    releases.set(id, ships === 'released' ? Math.max(known, version) : known);
  }
  return releases;
}

/** The released version that reads an answer; what the robot thinks of is asked first. */
export function chooseParser(answer: OpenedAnswer, releases: Releases): PageParser | undefined {
  const released = pageParsers.filter(
    ({ id, carrierCode, version }) => carrierCode === answer.carrierCode && releases.get(id) === version,
  );
  const hinted = released.filter(({ id }) => id === answer.parserHint);
  return [...hinted, ...released].find((parser) => parser.accepts(answer));
}
