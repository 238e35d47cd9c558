import { expect, test } from 'vitest';
import { countryOf, readPlace } from './place-text.ts';

test.each([
  ['Germany', 'DE'],
  ['YEMEN', 'YE'],
  ['Serbia', 'RS'],
  ['Zimbabwe', 'ZW'],
  ['Vanuatu', 'VU'],
  ['Myanmar', 'MM'],
  ["Cote d'Ivoire", 'CI'],
  ['Trinidad and Tobago', 'TT'],
  ['P.R. China', 'CN'],
  ['Hong Kong SAR China', 'HK'],
  ['U.K.', 'GB'],
  ['UK', 'GB'],
  ['NL', 'NL'],
  ['DD', null],
  ['Zuid-Holland', null],
])('the country %s', (name, code) => {
  expect(countryOf(name)).toBe(code);
});

test.each([
  ['SPRINGHAVEN, GERMANY (DE)', ['SPRINGHAVEN'], 'DE', null],
  ['Spring CT,Singapore,,Singapore', ['Singapore', 'Spring CT'], 'SG', 'Spring CT'],
  ['SINGAPORE, SINGAPORE', ['SINGAPORE'], 'SG', null],
  ['HONG KONG, CHINA', ['HONG KONG'], 'HK', null],
  ['Kaohsiung, Taiwan, China', ['Kaohsiung'], 'TW', null],
  ['LOS ANGELES, CA (US)', ['LOS ANGELES', 'CA'], 'US', null],
  [
    'Spring CT(Gate2,Rotterdam,Zuid-Holland,Netherlands',
    ['Rotterdam', 'Spring CT Gate2', 'Zuid-Holland'],
    'NL',
    'Spring CT Gate2',
  ],
  ['LOS ANGELES, CA (USLAX)', ['LOS ANGELES', 'USLAX'], 'US', null],
  ['COLOMBO, SRI LANKA (SAGTX)', ['COLOMBO'], 'LK', 'SAGTX'],
  ['SPRINGHAVEN, WA', ['SPRINGHAVEN'], 'US', null],
  ['SPRINGHAVEN, NS', ['SPRINGHAVEN'], 'CA', null],
  ['LAGOS (SUMMER)', ['LAGOS'], null, 'SUMMER'],
])('the place %s', (text, names, country, facility) => {
  expect(readPlace(text)).toEqual({ names, country, facility });
});

test('two letters that are a country and a state may be either', () => {
  expect(readPlace('SPRINGHAVEN, GA')).toMatchObject({ names: ['SPRINGHAVEN'], country: 'GA', orCountry: 'US' });
  expect(readPlace('SPRINGHAVEN, GA, UNITED STATES')).not.toHaveProperty('orCountry');
});
