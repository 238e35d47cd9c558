import { expect, test } from 'vitest';
import { retryAfterMs } from './manners.ts';
import { refusalOf } from './refusal.ts';

const url = 'https://carrier.example/track?no=1';
const page = (text: string, status = 200, at = url) => ({ url: at, status, text });
const form = '<html><body><form><input type="password" name="p"></form></body></html>';
const captcha = '<!doctype html><html><div class="g-recaptcha"></div></html>';

test.each([
  [page('', 401), 'json', 'site_forbidden'],
  [page('{"message":"denied"}', 403), 'json', 'site_forbidden'],
  [page(captcha, 403), 'json', 'site_captcha'],
  [page('', 429), undefined, 'site_too_many'],
  [page(captcha), 'json', 'site_captcha'],
  [page(`${captcha} 您的访问过于频繁，请完成验证`), undefined, 'site_captcha'],
  [page(form), 'json', 'site_login'],
  [page('<html>Welcome</html>', 200, 'https://carrier.example/account/login?next=%2Ftrack'), 'json', 'site_login'],
  [page('<html><title>Just a moment...</title></html>'), undefined, 'site_interstitial'],
  [page('<html>Something else</html>'), 'json', 'site_interstitial'],
])('a page in place of the answer is a refusal: %#', (shown, expects, code) => {
  expect(refusalOf(shown, { url, ...(expects === undefined ? {} : { expects }) })).toBe(code);
});

test.each([
  [page('{"Data":[]}'), 'json'],
  [page('{"code":404}', 404), 'json'],
  [page('<html><script src="recaptcha"></script><table id="moves"></table></html>'), 'id="moves"'],
  [page(`<html>${captcha}<table id="moves"></table></html>`), 'id="moves"'],
  [page('<html>Track a shipment</html>'), undefined],
  [page('down', 503), 'json'],
])('an answer is a page and no refusal: %#', (shown, expects) => {
  expect(refusalOf(shown, { url, ...(expects === undefined ? {} : { expects }) })).toBeUndefined();
});

test('the pause that a site asks for, in seconds or until a date', () => {
  const now = Date.UTC(2026, 0, 1);
  expect(
    ['45', new Date(now + 90_000).toUTCString(), '', undefined, 'soon'].map((text) => retryAfterMs(text, now)),
  ).toEqual([45_000, 90_000, undefined, undefined, undefined]);
});
