/** What a platform that follows shipments warns of, by the codes of Freightower. It is its word beside our own rules. */
export const warningCodes = [
  'WGITM',
  'WPCGI',
  'WCYOP',
  'WCYCL',
  'WDUMP',
  'WETD',
  'WDLPT',
  'WTSBA',
  'WETA',
  'WETB',
  'WBDAR',
  'WPORT',
  'WGTOT',
  'WSTCS',
  'WRCVE',
] as const;

/** A kind of warning. */
export type WarningCode = (typeof warningCodes)[number];
