/** Columns in which two rates must agree to be prices of the same thing; empty ones agree with empty ones. */
export const sameRate = [
  'supplier_type',
  'agent_name',
  'carrier_id',
  'pol_id',
  'transship_port_id',
  'pod_id',
  'service',
  'contract_no',
  'currency',
] as const;

/** The same for surcharges. */
export const sameSurcharge = [
  'surcharge_code',
  'carrier_id',
  'pol_id',
  'pod_id',
  'basis',
  'container_type_id',
  'payer',
] as const;
