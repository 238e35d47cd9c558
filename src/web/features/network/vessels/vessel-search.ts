import type { CallInput } from '#contract/index.ts';
import { isImo } from '#shared/ids/imo.ts';
import { isShipMmsi } from '#shared/ids/mmsi.ts';

/** By what vessels are searched. */
export const searchKinds = ['name', 'mmsi', 'imo', 'callSign'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What is wrong with what was entered. */
export type SearchProblem = 'nameEmpty' | 'mmsiEmpty' | 'imoEmpty' | 'callSignEmpty' | 'short' | 'mmsi' | 'imo';

const least = 3;
const emptyProblem = { name: 'nameEmpty', mmsi: 'mmsiEmpty', imo: 'imoEmpty', callSign: 'callSignEmpty' } as const;

const half = (text: string): string => text.normalize('NFKC').trim().toUpperCase();

/** The question for vessels that an entry asks, or what is wrong with it; digits count in any width. */
export function readSearch(
  kind: SearchKind,
  entry: string,
): { ask: CallInput<'vesselPositions'> } | { problem: SearchProblem } {
  const text = half(entry);
  if (text === '') return { problem: emptyProblem[kind] };
  if (text.length < least) return { problem: 'short' };
  if (kind === 'mmsi') return isShipMmsi(text) ? { ask: { mmsi: text } } : { problem: 'mmsi' };
  if (kind === 'imo') {
    const digits = text.replace(/^IMO\s*/, '');
    return isImo(digits) ? { ask: { imo: digits } } : { problem: 'imo' };
  }
  return { ask: kind === 'name' ? { vesselName: text } : { callSign: text } };
}
