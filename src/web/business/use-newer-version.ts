import { useEffect, useEffectEvent, useState } from 'react';
import type { BusinessData } from '#contract/tracking/business-data.ts';
import type { DraftHandle } from '#web/kit/draft/use-draft.ts';
import { type BusinessDraft, draftOf } from './draft.ts';
import { type Difference, differencesOf, mergeDrafts, type Side } from './merge.ts';

/** Whom somebody else's version is of. */
export type Newer = { who: string; time: number | null };

/** What others changed while a booking was being edited, field by field, and whose value each field gets. */
export function useNewerVersion(draft: DraftHandle<BusinessData, BusinessDraft>) {
  const [newer, setNewer] = useState<Newer>();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const { base, mine, theirs } = draft;
  const differences: Difference[] =
    theirs === undefined
      ? []
      : differencesOf(draftOf(base), mine, draftOf(theirs)).map((one) => ({
          ...one,
          side: sides[one.name] ?? one.side,
        }));
  const settle = (): void => {
    if (theirs === undefined) return;
    draft.settle(mergeDrafts(draftOf(base), mine, draftOf(theirs), differences));
    setNewer(undefined);
  };
  // What was changed elsewhere and not touched here is taken over, as a switched expert value is.
  const takeOver = useEffectEvent(() => {
    if (!differences.some(({ contested }) => contested)) settle();
  });
  useEffect(() => takeOver(), [theirs]);
  return {
    newer,
    differences,
    settle,
    choose: (field: string, side: Side): void => setSides((latest) => ({ ...latest, [field]: side })),
    /** A save was refused: this is what the other one saved. */
    meet: (current: BusinessData, by: Newer): void => {
      setNewer(by);
      setSides({});
      draft.meet(current);
    },
    forget: (): void => setNewer(undefined),
  };
}
