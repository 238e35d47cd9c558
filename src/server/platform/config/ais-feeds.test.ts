import { describe, expect, test } from 'vitest';
import { parseAisFeeds } from './ais-feeds.ts';

describe('addresses of AIS receivers', () => {
  test('every kind, several at once, each once', () => {
    expect(
      parseAisFeeds(
        'tcp://ais.example:4001, udp://0.0.0.0:10110\ntcp-listen://127.0.0.1:10111 file:///data/a%20b.nmea',
      ),
    ).toEqual([
      { code: 'tcp://ais.example:4001', kind: 'tcp', host: 'ais.example', port: 4001 },
      { code: 'udp://0.0.0.0:10110', kind: 'udp', host: '0.0.0.0', port: 10110 },
      { code: 'tcp-listen://127.0.0.1:10111', kind: 'listen', host: '127.0.0.1', port: 10111 },
      { code: 'file:///data/a%20b.nmea', kind: 'file', path: '/data/a b.nmea' },
    ]);
    expect(parseAisFeeds('tcp://a:1 tcp://a:1')).toHaveLength(1);
    expect(parseAisFeeds('tcp://[::1]:4001')).toMatchObject([{ host: '::1', port: 4001 }]);
    expect(parseAisFeeds('file:log.nmea')).toMatchObject([{ path: 'log.nmea' }]);
    expect(parseAisFeeds('')).toEqual([]);
  });

  test.each(['tcp://ais.example', 'http://a:1', 'tcp://a:0', 'a:4001', 'udp://:10110', 'file:', 'tcp://a:1/path'])(
    'refuses %s',
    (text) => {
      expect(parseAisFeeds(text)).toBeUndefined();
    },
  );
});
