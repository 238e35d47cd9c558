import { expect, test } from 'vitest';
import { parseAdsbFeeds } from './adsb-feeds.ts';

test('addresses of ADS-B receivers: SBS with the usual port, and the JSON file', () => {
  expect(parseAdsbFeeds('sbs://pi.example, sbs://[::1]:30103 http://pi.example/data/aircraft.json')).toEqual([
    { code: 'sbs://pi.example:30003', kind: 'sbs', host: 'pi.example', port: 30003 },
    { code: 'sbs://[::1]:30103', kind: 'sbs', host: '::1', port: 30103 },
    { code: 'http://pi.example/data/aircraft.json', kind: 'json', url: 'http://pi.example/data/aircraft.json' },
  ]);
  expect(parseAdsbFeeds('')).toEqual([]);
  for (const wrong of ['pi.example', 'sbs://', 'sbs://a:0', 'sbs://a/path', 'tcp://a:1', 'http://user:word@a/x'])
    expect(parseAdsbFeeds(wrong)).toBeUndefined();
});
