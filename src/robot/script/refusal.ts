import type { Wanted } from './guarded-request.ts';
import type { Page } from '../types.ts';

/**
 * How a site refuses a robot: it denies access, limits how often it is asked, wants a captcha solved or an account, or shows another
 * page in place of the answer. The codes of jobs that fail by it.
 */
export type SiteRefusal = 'site_forbidden' | 'site_too_many' | 'site_captcha' | 'site_login' | 'site_interstitial';

/** Characters of a page that are looked at. */
const scanned = 200_000;

const captchaSigns = [
  'g-recaptcha',
  'h-captcha',
  'hcaptcha.com',
  'cf-turnstile',
  'captcha-delivery.com',
  'px-captcha',
  'geetest',
  'funcaptcha',
  '滑动验证',
  '请完成验证',
  '请输入验证码',
  'verify you are human',
  'verify that you are human',
  'are you a robot',
  'not a robot',
];
const interstitialSigns = [
  'just a moment...',
  'attention required!',
  'pardon our interruption',
  '_incapsula_resource',
  'challenge-platform',
  'access denied',
  'request unsuccessful',
  'checking your browser',
  'enable javascript and cookies',
];
const loginPath = /(?:^|[/._-])(?:log-?in|sign-?in|sso|passport|cas)(?:[/._?-]|$)/i;
/** The host of an account service, where a site sends those without one. */
const loginHost = /^(?:auth|login|signin|sso|account|accounts|passport|id)[.-]/i;

const isHtml = (text: string): boolean => /^\s{0,1000}(?:<!doctype|<html|<head|<body|<script|<form|<div)/i.test(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether an address is that of a page where people sign in. */
export const isLoginAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return loginHost.test(url.hostname) || loginPath.test(url.pathname);
};

/**
 * How a page refuses the robot; undefined for an answer. A page with the text that was expected is an answer, whatever else is on it.
 * Status 401, 403 and 429 are refusals whatever the page is.
 */
export function refusalOf(
  { url, status, text }: Pick<Page, 'url' | 'status' | 'text'>,
  { url: requested, expects }: Pick<Wanted, 'url' | 'expects'>,
): SiteRefusal | undefined {
  if (status === 429) return 'site_too_many';
  const shown = text.slice(0, scanned).toLowerCase();
  const has = (signs: readonly string[]): boolean => signs.some((sign) => shown.includes(sign));
  const html = isHtml(text);
  if (html && has(captchaSigns) && (status === 401 || status === 403)) return 'site_captcha';
  if (status === 401 || status === 403) return 'site_forbidden';
  if (expects === 'json' ? !html && isJson(text) : expects !== undefined && text.includes(expects)) return undefined;
  if (url !== requested && isLoginAddress(url) && !isLoginAddress(requested)) return 'site_login';
  if (!html) return undefined;
  if (has(captchaSigns)) return 'site_captcha';
  if (/<input[^<>]{0,300}type\s{0,3}=\s{0,3}["']?password/i.test(text.slice(0, scanned))) return 'site_login';
  if (has(interstitialSigns) || expects === 'json') return 'site_interstitial';
  return undefined;
}
