import type { Mode } from '#domain/tracking/journey/mode.ts';
import { bookingAttributes, containerAttributes, eventAttributes } from '#domain/intake/fusion/paths.ts';
import { cutoffCodes } from '#shared/reference/cutoff-codes.ts';
import type { Translate } from '#web/i18n/index.ts';
import { modeWord } from './mode-words.ts';

/** What has a name for people: what fusion decides, and what rules look at besides. */
const namedAttributes = [
  ...bookingAttributes,
  ...containerAttributes,
  ...eventAttributes,
  'businessNo',
  'portCode',
  'legs',
  'containers',
  'observedAt',
  'lastSuccessAt',
  'lastChangeAt',
  'lastError',
  'consecutiveFailures',
  'subscribedAt',
  'at',
  'time',
  'stay',
  'speed',
  'etaLow',
  'etaHigh',
  'riskZone',
  'destination',
] as const;

/** The name of an attribute for people, in the words of the shipment's mode; the attribute itself when it has none. */
export function attributeLabel(t: Translate, attribute: string, mode?: Mode | undefined): string {
  const worded = modeWord(t, mode, attribute);
  if (worded !== undefined) return worded;
  const known = namedAttributes.find((name) => name === attribute);
  return known === undefined ? attribute : t(`value.attribute.${known}`);
}

/** The name of a kind of cut-off for people; its own code when there is none. */
export function cutoffLabel(t: Translate, code: string): string {
  const known = cutoffCodes.find((one) => one === code);
  return known === undefined ? code : t(`value.cutoff.${known}`);
}
