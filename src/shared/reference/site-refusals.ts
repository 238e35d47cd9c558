/**
 * How a site refuses a robot: it denies access, limits how often it is asked, wants a captcha solved or an account, or shows another
 * page in place of the answer. Codes of jobs that failed by it.
 */
export const siteRefusals = [
  'site_forbidden',
  'site_too_many',
  'site_captcha',
  'site_login',
  'site_interstitial',
] as const;
export type SiteRefusal = (typeof siteRefusals)[number];
