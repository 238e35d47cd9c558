/**
 * Columns in which two prices must agree to be prices of the same thing, with what stands for empty where a column may be empty:
 * empty ones agree with empty ones. Statements compare these expressions, by which there is an index.
 */
export type SameThing = Readonly<Record<string, `''` | '0' | undefined>>;

/** Of rates. */
export const sameRate: SameThing = {
  carrier_id: undefined,
  pol_id: undefined,
  pod_id: undefined,
  supplier_type: undefined,
  agent_name: `''`,
  contract_no: `''`,
  transship_port_id: '0',
  service: `''`,
  currency: undefined,
};

/** Of surcharges. */
export const sameSurcharge: SameThing = {
  surcharge_code: undefined,
  carrier_id: '0',
  pol_id: '0',
  pod_id: '0',
  basis: undefined,
  container_type_id: '0',
  payer: undefined,
};

/** The expressions of an alias that are compared, one for each column. */
const expressionsOf = (same: SameThing, alias: string): string[] =>
  Object.entries(same).map(([column, empty]) =>
    empty === undefined ? `${alias}.${column}` : `coalesce(${alias}.${column}, ${empty})`,
  );

/** Two rows of a table are of the same thing. */
export function agreeIn(same: SameThing, one: string, other: string): string {
  const others = expressionsOf(same, other);
  return expressionsOf(same, one)
    .map((expression, index) => `${expression} = ${others[index]}`)
    .join(' and ');
}
