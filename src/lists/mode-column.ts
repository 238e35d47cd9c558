import type { ListChoice, ListColumn } from '#shared/list/declare.ts';

/** Names of the modes of transport. */
export const modeNames = {
  sea: { zh: '海运', en: 'Sea' },
  domestic: { zh: '国内海运', en: 'Domestic sea' },
  air: { zh: '空运', en: 'Air' },
  rail: { zh: '铁路', en: 'Rail' },
  road: { zh: '公路', en: 'Road' },
  courier: { zh: '快递', en: 'Courier' },
} as const satisfies Readonly<Record<string, ListChoice>>;

/** The mode of transport of a row. */
export const modeColumn = {
  kind: 'code',
  label: { zh: '运输方式', en: 'Mode' },
  width: 100,
  values: modeNames,
} as const satisfies ListColumn;
