import type { CallData, ParsedBody } from '#contract/index.ts';

/** The kinds of price lines of which many can be changed at once. */
export type PriceName = 'freightRate' | 'surcharge';

/** What a change would do, or did. */
export type ChangedLines = CallData<'freightRateChangeMany'>;

/** What is requested from the prices. */
export type PriceChange = ParsedBody<'freightRateChangeMany'>['change'];

/** What a person entered so far. */
export type ChangeForm = {
  kind: PriceChange['kind'];
  percent: number | null;
  roundTo: 0.01 | 1 | 5 | 10;
  amount: number | null;
  validFrom: string;
  validTo: string;
};

export const emptyForm: ChangeForm = {
  kind: 'percent',
  percent: null,
  roundTo: 0.01,
  amount: null,
  validFrom: '',
  validTo: '',
};

/** The change that was entered; undefined as long as something is missing. */
export function changeOf({ kind, percent, roundTo, amount, validFrom, validTo }: ChangeForm): PriceChange | undefined {
  switch (kind) {
    case 'percent':
      return percent === null || percent === 0 ? undefined : { kind, percent, roundTo };
    case 'amount':
      return amount === null || amount === 0 ? undefined : { kind, amount };
    case 'validity':
      return validFrom === '' && validTo === ''
        ? undefined
        : { kind, validFrom: validFrom === '' ? null : validFrom, validTo: validTo === '' ? null : validTo };
  }
}

/** Names of the calls; the two kinds answer alike. */
export const priceCalls = (of: PriceName) =>
  ({ change: `${of}ChangeMany`, changes: `${of}Changes`, undo: `${of}UndoMany` }) as const;
