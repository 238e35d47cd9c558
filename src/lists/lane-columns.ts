import type { ListColumn } from '#shared/list/declare.ts';

// Columns of lists whose rows are about a lane: one loading port, one discharge port, one carrier.

type Columns = Readonly<Record<string, ListColumn>>;

/** The two ports, by their codes; the page shows them by name. */
export const lanePorts = {
  polCode: { kind: 'text', label: { zh: '起运港', en: 'Loading port' }, width: 150, sortable: true },
  podCode: { kind: 'text', label: { zh: '目的港', en: 'Discharge port' }, width: 150, sortable: true },
} as const satisfies Columns;

/** Names of the two ports in both languages, for the cells of `lanePorts`. */
export const lanePortNames = {
  polName: { kind: 'text', label: { zh: '起运港', en: 'Loading port' }, hidden: true },
  polNameCn: { kind: 'text', label: { zh: '起运港', en: 'Loading port' }, nullable: true, hidden: true },
  podName: { kind: 'text', label: { zh: '目的港', en: 'Discharge port' }, hidden: true },
  podNameCn: { kind: 'text', label: { zh: '目的港', en: 'Discharge port' }, nullable: true, hidden: true },
} as const satisfies Columns;

/** Time zones of the two ports, in which departure and arrival are shown. */
export const lanePortZones = {
  polZone: { kind: 'text', label: { zh: '时区', en: 'Zone' }, nullable: true, hidden: true },
  podZone: { kind: 'text', label: { zh: '时区', en: 'Zone' }, nullable: true, hidden: true },
} as const satisfies Columns;

/** The carrier, by name. */
export const laneCarrier = {
  carrierCode: {
    kind: 'reference',
    of: 'carrier',
    label: { zh: '船公司', en: 'Carrier' },
    width: 130,
    sortable: true,
  },
} as const satisfies Columns;

/** The type of container that a price is for. */
export const laneContainerType = {
  containerType: { kind: 'text', label: { zh: '箱型', en: 'Type' }, width: 84, sortable: true },
} as const satisfies Columns;

/** The price of one container with all surcharges, in US dollars. */
export const laneTotal = {
  totalUsd: {
    kind: 'number',
    label: { zh: '全包价', en: 'All-in price' },
    unit: { zh: 'USD/箱', en: 'USD/ctr' },
    width: 170,
    nullable: true,
    sortable: true,
  },
} as const satisfies Columns;

/** How much the price changed since yesterday, in US dollars. */
export const laneChange = {
  changeUsd: {
    kind: 'number',
    label: { zh: '较昨日', en: 'Since yesterday' },
    unit: { zh: 'USD', en: 'USD' },
    width: 160,
    nullable: true,
    sortable: true,
  },
} as const satisfies Columns;
