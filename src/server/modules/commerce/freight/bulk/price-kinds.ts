import { freightRate, pricedTypes } from '#entities/freight-rate.ts';
import { surcharge } from '#entities/surcharge.ts';
import type { RawRow } from '#server/entity/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { sameRate, sameSurcharge, type SameThing } from '../same-price.ts';

/** What the two kinds of price lines have in common for changing many of them. */
export type PriceKind = {
  of: 'freightRate' | 'surcharge';
  entity: Entity;
  table: 'freight_rate' | 'surcharge';
  number: 'rate_no' | 'line_no';
  /** Columns with amounts. */
  amounts: readonly string[];
  /** Columns in which two lines agree that must not be valid at the same time. */
  same: SameThing;
  /** Is the amount itself a percentage? */
  isPercent: (row: RawRow) => boolean;
};

/** Price lines by the name of their entity. */
export const priceKinds = {
  freightRate: {
    of: 'freightRate',
    entity: freightRate,
    table: 'freight_rate',
    number: 'rate_no',
    amounts: Object.keys(pricedTypes),
    same: sameRate,
    isPercent: () => false,
  },
  surcharge: {
    of: 'surcharge',
    entity: surcharge,
    table: 'surcharge',
    number: 'line_no',
    amounts: ['amount'],
    same: sameSurcharge,
    isPercent: (row) => row['basis'] === 'PERCENT',
  },
} as const satisfies Record<string, PriceKind>;
