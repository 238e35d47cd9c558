import type { Messages } from '#web/i18n/messages.ts';
import type { freight as zh } from '../zh/freight.ts';

export const freight: Messages<typeof zh> = {
  view: 'Open',
  book: 'Book',
  lines: 'Charges',
  linesNote:
    'What is charged per bill is counted for a bill of one container; percentages are taken of the freight alone.',
  oceanFreight: 'Ocean freight',
  total: 'All-in price (USD per container)',
  missingRates: 'No total, because exchange rates are missing: {{currencies}}',
  trend: 'Market of the lane (spot prices of the last 30 days)',
  noMarket: 'There are no spot prices of this lane yet',
  bandText: 'Low {{low}}, middle {{mid}}, high {{high}} USD',
  line: {
    name: 'Charge',
    basis: 'Basis',
    payer: 'Payment',
    amount: 'As charged',
    rate: 'US dollars per unit (day)',
    perContainer: 'USD per container',
  },
  basis: { CONTAINER: 'Per container', BL: 'Per bill', PERCENT: 'Percent of freight' },
  payer: { PREPAID: 'Prepaid', COLLECT: 'Collect' },
  change: {
    button: 'Change prices',
    title: { freightRate: 'Change many rates', surcharge: 'Change many surcharges' },
    scope:
      'This changes every price that fits the filters, on all pages. You see old and new values first; then all are written at once, and can be taken back.',
    kind: { label: 'Kind of change', percent: 'By percent', amount: 'By amount', validity: 'Validity' },
    hint: {
      percent: 'A negative number lowers prices. Halves are rounded up.',
      amount: 'In the currency of each price; a negative number lowers it. Percentages move by percentage points.',
      validity:
        'A day left empty stays as it is. Lines that would overlap a price of the same kind are marked in the preview.',
    },
    percent: 'Percent',
    percentExample: 'such as 5 or -3',
    amount: 'Amount',
    amountExample: 'such as 100 or -50',
    validFrom: 'Valid from',
    validTo: 'Valid to',
    rounding: 'Rounding',
    roundTo: { cent: 'To the cent', whole: 'To whole units', five: 'To multiples of 5', ten: 'To multiples of 10' },
    look: 'Preview',
    preview: 'Old and new values',
    write: 'Change {{count}} {{count, plural(one: line; other: lines)}}',
    other: 'Back',
    summary:
      '{{chosen}} {{chosen, plural(one: line fits; other: lines fit)}}: {{changed}} would change, {{same}} would stay the same.',
    refused:
      '{{count}} {{count, plural(one: line; other: lines)}} cannot be changed so: narrow the filters or enter another value.',
    more: '{{count}} more {{count, plural(one: line is; other: lines are)}} not shown.',
    number: 'Number',
    about: 'Price',
    values: 'Old → new',
    earlier: 'Latest changes of many prices',
    lines: '{{count}} {{count, plural(one: line; other: lines)}}',
    undo: 'Undo',
    undone: 'Undone by {{by}}',
    undoAsk: 'Undo this change?',
    undoAbout:
      '{{what}}, {{count}} {{count, plural(one: line; other: lines)}}: they get their old values back. Lines that were changed since stay as they are.',
    left: '{{count}} {{count, plural(one: line was; other: lines were)}} changed or deleted since and stay as they are: {{numbers}}',
    lookFailed: 'The preview failed',
    failed: 'The prices were not changed',
    undoFailed: 'The change was not undone',
  },
};
