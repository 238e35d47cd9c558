import { emsMailV1 } from './parsers/ems-mail-v1.ts';
import { coscoTrackV1 } from './parsers/cosco-track-v1.ts';
import { cmaTrackV1 } from './parsers/cma-track-v1.ts';
import { maerskTrackV1 } from './parsers/maersk-track-v1.ts';
import { mscTrackV1 } from './parsers/msc-track-v1.ts';
import { oneTrackV1 } from './parsers/one-track-v1.ts';
import { arkasTrackV1 } from './parsers/arkas-track-v1.ts';
import { dongYoungTrackV1 } from './parsers/dong-young-track-v1.ts';
import { evergreenTrackV1 } from './parsers/evergreen-track-v1.ts';
import { fescoTrackV1 } from './parsers/fesco-track-v1.ts';
import { kmtcDataV1 } from './parsers/kmtc-data-v1.ts';
import { kmtcTrackV1 } from './parsers/kmtc-track-v1.ts';
import { pilTrackV1 } from './parsers/pil-track-v1.ts';
import { heungATrackV1, sinokorTrackV1 } from './parsers/sinokor-track-v1.ts';
import { sitcTrackV1 } from './parsers/sitc-track-v1.ts';
import { oneListTrackV1, smLineTrackV1 } from './parsers/sm-line-track-v1.ts';
import { yangMingTrackV1 } from './parsers/yang-ming-track-v1.ts';
import { zhongguTrackV1 } from './parsers/zhonggu-track-v1.ts';
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
  coscoTrackV1,
  cmaTrackV1,
  maerskTrackV1,
  mscTrackV1,
  oneTrackV1,
  arkasTrackV1,
  dongYoungTrackV1,
  evergreenTrackV1,
  fescoTrackV1,
  kmtcDataV1,
  kmtcTrackV1,
  pilTrackV1,
  heungATrackV1,
  sinokorTrackV1,
  sitcTrackV1,
  oneListTrackV1,
  smLineTrackV1,
  yangMingTrackV1,
  zhongguTrackV1,
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

/**
 * The released version that reads an answer. Those that people have made (`made`) are queried first: somebody has released them for
 * this carrier. Then comes what the robot thinks of. Words for an unknown shipment may stand anywhere on a page, so they decide
 * only where no version knows the layout.
 */
export function chooseParser(
  answer: OpenedAnswer,
  releases: Releases,
  made: readonly PageParser[] = [],
): PageParser | undefined {
  const isReleased = ({ id, carrierCode, version }: PageParser): boolean =>
    carrierCode === answer.carrierCode && releases.get(id) === version;
  const released = pageParsers.filter(isReleased);
  const hinted = released.filter(({ id }) => id === answer.parserHint);
  const requested = [...made.filter(isReleased), ...hinted, ...released];
  return (
    requested.find((parser) => parser.accepts(answer)) ??
    requested.find((parser) => parser.statesUnknown?.(answer) === true)
  );
}
