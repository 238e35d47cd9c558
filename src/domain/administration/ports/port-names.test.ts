import { expect, test } from 'vitest';
import { createPortNames } from './port-names.ts';

const find = createPortNames(() =>
  [
    ['SGSIN', 'Singapore', 'SG', '新加坡'],
    ['SGJUR', 'Jurong/Singapore', 'SG', null],
    ['KRPUS', 'Busan', 'KR', '釜山'],
    ['VNSGN', 'Ho Chi Minh City', 'VN', null],
    ['RUVYP', 'Vostochnyy', 'RU', null],
    ['BRPNG', 'Paranaguá', 'BR', null],
    ['COCTG', 'Cartagena', 'CO', null],
    ['ESCAR', 'Cartagena', 'ES', null],
    ['CAODE', 'Odessa', 'CA', null],
    ['UAODS', 'Odesa', 'UA', null],
    ['PHGES', 'General Santos', 'PH', null],
    ['RUVVO', 'Vladivostok', 'RU', '符拉迪沃斯托克（海参崴）'],
  ].map(([code, name, countryCode, nameCn]) => ({
    code: code ?? '',
    name: name ?? '',
    countryCode: countryCode ?? null,
    nameCn: nameCn ?? null,
  })),
);

test.each([
  ['SINGAPORE', null, 'SGSIN'],
  ['jurong', null, 'SGJUR'],
  ['PUSAN', 'KR', 'KRPUS'],
  ['釜山', null, 'KRPUS'],
  ['海参崴', null, 'RUVVO'],
  ['HOCHIMINH', 'VN', 'VNSGN'],
  ['VOSTOCHNY', 'RU', 'RUVYP'],
  ['PARANAGUA', null, 'BRPNG'],
  ['VLADIVOSTOK COMMERCIAL PORT', null, 'RUVVO'],
  ['Port of Busan', null, 'KRPUS'],
  ['CARTAGENA', 'ES', 'ESCAR'],
  // Two ports have this name, one of them is another, and the last is in another country.
  ['CARTAGENA', null, undefined],
  ['SANTOS', null, undefined],
  ['ODESSA', null, undefined],
  ['ODESSA', 'UA', 'UAODS'],
  ['BUSAN', 'JP', undefined],
  ['', null, undefined],
])('%s in %s is %s', (name, country, code) => {
  expect(find(name, country)).toBe(code);
});
