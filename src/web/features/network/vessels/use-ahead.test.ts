import { expect, test } from 'vitest';
import { callsAhead, type Outlook } from './use-ahead.ts';

const outlook: Outlook = {
  fromPort: null,
  departedTime: null,
  nextPort: 'USLAX',
  carrier: { carrierCode: 'MERI', serviceCode: 'TP1', voyage: '101W', eta: 20 },
  master: { destination: 'USOAK', portCode: 'USOAK', eta: 30 },
  own: null,
  scores: [],
  schedule: [],
  ports: [],
  route: [],
};
const expected = (about: Partial<Outlook>) => callsAhead({ ...outlook, ...about }, 0)[0]?.arrival.estimated;

test('the carrier counts before the master, who counts only for the port she is next at', () => {
  expect(expected({})).toBe(20);
  expect(expected({ carrier: null })).toBeNull();
  expect(expected({ carrier: null, master: { destination: 'LA', portCode: 'USLAX', eta: 30 } })).toBe(30);
});
