/**
 * What a platform that follows shipments warns of, beside our own rules: by the codes of Freightower, and what others warn of
 * (held, fees due, last free day set or moved) by codes of the same form.
 */
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
  'WHOLD',
  'WFEE',
  'WLFD',
] as const;

/** A kind of warning. */
export type WarningCode = (typeof warningCodes)[number];
