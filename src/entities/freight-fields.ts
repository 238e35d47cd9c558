import type { Text } from '#shared/i18n/text.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** What is wrong with a currency code. */
const checkCurrency = (value: string): Text | undefined =>
  currencies.has(value)
    ? undefined
    : { zh: `没有“${value}”这个 ISO 4217 币种`, en: `ISO 4217 has no currency "${value}"` };

/** A currency by its code of ISO 4217. */
export const currencyField = {
  kind: 'text',
  label: { zh: '币种', en: 'Currency' },
  max: 3,
  upper: true,
  example: 'USD',
  check: checkCurrency,
  search: 'filter',
  list: 80,
} as const;

/** An amount of money in the currency of its row, to the cent. */
export const amountField = { kind: 'number', min: 0, max: 10_000_000, decimals: 2, money: true, list: 100 } as const;

/** A port of the route, with its names. */
export const routePort = {
  kind: 'reference',
  entity: 'port',
  showField: 'portCode',
  list: 150,
} as const;

/** The carrier that a price is of. */
export const carrierReference = {
  kind: 'reference',
  label: { zh: '船公司', en: 'Carrier' },
  entity: 'carrier',
  show: 'carrierCode',
  showField: 'carrierCode',
  also: { carrierName: 'carrierName', carrierNameCn: 'carrierNameCn' },
  namedBy: { zh: 'carrierNameCn', en: 'carrierName' },
  search: 'filter',
  list: 170,
} as const;

/** The days on which a price is valid, both included. */
export const validityFields = {
  validFrom: { kind: 'day', label: { zh: '生效日期', en: 'Valid from' }, required: true, list: 120 },
  validTo: {
    kind: 'day',
    label: { zh: '失效日期', en: 'Valid to' },
    help: { zh: '含当天', en: 'This day included' },
    required: true,
    list: 120,
  },
} as const;

/** What is wrong with a validity. */
export const checkValidity = (
  values: Readonly<Record<string, string | number | null | undefined>>,
): { readonly field: string; readonly text: Text } | undefined => {
  const [from, to] = [values['validFrom'], values['validTo']];
  return typeof from === 'string' && typeof to === 'string' && from > to
    ? { field: 'validTo', text: { zh: '失效日期不能早于生效日期', en: 'Valid to cannot be before valid from' } }
    : undefined;
};

/** A note of people. */
export const remarkField = {
  kind: 'text',
  label: { zh: '备注', en: 'Remark' },
  max: 500,
  lines: 2,
  search: 'keyword',
} as const;
