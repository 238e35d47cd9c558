import { useRef, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** A reference that was found in the text. */
export type Found = CallData<'recogniseReferences'>[number];
/** A found reference with what the reader decided and what the server stated of it. */
export type PastedRow = Found & {
  place: number;
  chosen: boolean;
  carrier: string | null;
  result: string | null;
  noSource: string | null;
};

/** One call takes so many; more of them go as an import. */
const MAX_BATCH = 10;
const blocking = new Set(['duplicate', 'containerShape', 'otherMode', 'tooMany']);

/** Can it be tracked? */
export const isTrackable = ({ problem, obmTkSubscribeId }: Found): boolean =>
  obmTkSubscribeId === null && !(problem !== null && blocking.has(problem));

const asRow = (found: Found, place: number): PastedRow => ({
  ...found,
  place,
  chosen: isTrackable(found) && found.problem === null,
  carrier: found.carrierCode,
  result: null,
  noSource: null,
});

/** A text, what was found in it, and tracking what was chosen. */
export function usePaste(onTracked: () => void) {
  const t = useT();
  const [text, setText] = useState('');
  const [read, setRead] = useState<{ text: string; rows: PastedRow[] }>();
  const requested = useRef(0);
  const [direction, setDirection] = useState<'E' | 'I'>();
  const rows = read?.rows ?? [];
  const chosen = rows.filter((row) => row.chosen);

  const change = (place: number, part: Partial<PastedRow>): void =>
    setRead(
      (last) => last && { ...last, rows: last.rows.map((row) => (row.place === place ? { ...row, ...part } : row)) },
    );

  const recognise = async (given = text): Promise<void> => {
    const mine = (requested.current += 1);
    try {
      const rowsNow = (await call('recogniseReferences', { text: given })).map(asRow);
      // Another text was given since, or the dialog was left.
      if (mine === requested.current) setRead({ text: given, rows: rowsNow });
    } catch (error) {
      toast.failure(error, t('traceIndex.failed'));
    }
  };

  /** True once everything chosen is tracked and can be answered; what was refused stays with its reason. */
  const track = async (): Promise<boolean> => {
    const sent = chosen;
    const wanted = sent.map((row) => ({
      row: row.place + 1,
      isBillNo: row.kind === 'bill' ? '1' : '0',
      [row.kind === 'bill' ? 'blNo' : 'ctnNo']: row.number,
      carrierCode: row.carrier,
      inOutFlag: direction,
    }));
    const answer = await call(wanted.length <= MAX_BATCH ? 'batchSubscribe' : 'importSubscriptions', { rows: wanted });
    // Results come in the order of what was sent; their numbers count only that.
    const results = new Map(answer.results.map((result, index) => [sent[index]?.place, result]));
    setRead(
      (last) =>
        last && {
          ...last,
          rows: last.rows.map((row) => {
            const result = results.get(row.place);
            if (result === undefined) return row;
            return {
              ...row,
              chosen: false,
              obmTkSubscribeId: result.obmTkSubscribeId ?? row.obmTkSubscribeId,
              result: result.errors.map(({ msg }) => msg).join(' '),
              noSource: result.warnings.find(({ field }) => field === 'noSource')?.msg ?? null,
            };
          }),
        },
    );
    if (answer.created > 0) {
      toast.success(t('traceIndex.created', { count: answer.created }));
      onTracked();
    }
    const isSilent = answer.results.some(({ warnings }) => warnings.some(({ field }) => field === 'noSource'));
    return answer.failed === 0 && !isSilent;
  };

  const reset = (): void => {
    requested.current += 1;
    setText('');
    setRead(undefined);
  };
  return { text, setText, read, rows, chosen, change, recognise, track, reset, direction, setDirection };
}
