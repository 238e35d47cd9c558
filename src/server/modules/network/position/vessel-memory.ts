import type { FixMemory, FixVerdict, VesselFix } from '#domain/network/position/fix.ts';
import { judgeFix } from '#domain/network/position/fix.ts';
import { stepFence } from '#domain/network/position/geofence.ts';
import type { FenceIndex, FenceState, ObservedPortCall } from '#domain/network/position/geofence.ts';
import type { Instant } from '#shared/time/instant.ts';
import { entriesOf } from '#shared/values/objects.ts';
import type { Heard, StaticWord } from './take-message.ts';

/** What is known of one vessel while positions come in. */
export type VesselState = {
  mmsi: number;
  fixes: FixMemory;
  /** The receiver that brought the last of them. */
  fixFeed: string | null;
  fence: FenceState;
  word: StaticWord;
  /** When each part of `word` was stated. */
  statedAt: Partial<Record<keyof StaticWord, Instant>>;
};

/** A value of a vessel's own data that changed. */
export type WordChange = { mmsi: number; at: Instant; field: string; from: string | null; to: string };

/** What a batch brought about one vessel. */
export type VesselNews = {
  before: VesselState;
  state: VesselState;
  positions: { fix: VesselFix; jump: boolean }[];
  visits: ObservedPortCall[];
  changes: WordChange[];
  verdicts: Record<FixVerdict, number>;
};

const textOf = (value: unknown): string | null => (value === undefined ? null : String(value));

/** Takes in what a vessel says about herself: per value the newest word counts, in whatever order they come. */
function takeWord(state: VesselState, { mmsi, at, word }: Heard, changes: WordChange[]): VesselState {
  if (word === null) return state;
  const next = { ...state, word: { ...state.word }, statedAt: { ...state.statedAt } };
  for (const [field, value] of entriesOf(word)) {
    const known = state.word[field];
    const knownAt = state.statedAt[field];
    // Two words of one moment: the same one has to win whichever comes first.
    const isNewer = knownAt === undefined || at > knownAt || (at === knownAt && String(value) > String(known));
    if (!isNewer) continue;
    if (known !== undefined && known !== value)
      changes.push({ mmsi, at, field, from: textOf(known), to: String(value) });
    Object.assign(next.word, { [field]: value });
    next.statedAt[field] = at;
  }
  return next;
}

/** Judges what was heard of one vessel in order of time and moves her state. */
export function advanceVessel(before: VesselState, heard: readonly Heard[], fences: FenceIndex): VesselNews {
  const news: VesselNews = {
    before,
    state: before,
    positions: [],
    visits: [],
    changes: [],
    verdicts: { believed: 0, duplicate: 0, jump: 0 },
  };
  for (const one of heard.toSorted((a, b) => a.at - b.at)) {
    let state = takeWord(news.state, one, news.changes);
    if (one.fix !== null) {
      const { verdict, memory } = judgeFix(state.fixes, one.fix);
      news.verdicts[verdict] += 1;
      if (verdict !== 'duplicate') news.positions.push({ fix: one.fix, jump: verdict === 'jump' });
      const isNewest = memory.last !== null && memory.last.at !== state.fixes.last?.at;
      state = { ...state, fixes: memory, fixFeed: isNewest ? one.feed : state.fixFeed };
      if (verdict === 'believed') {
        const step = stepFence(state.fence, one.fix, fences);
        state = { ...state, fence: step.state };
        news.visits.push(...step.visits);
      }
    }
    news.state = state;
  }
  return news;
}
