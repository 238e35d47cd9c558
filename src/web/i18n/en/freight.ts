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
};
