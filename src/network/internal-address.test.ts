import { describe, expect, test } from 'vitest';
import { isInternal } from './internal-address.ts';

describe('internal addresses', () => {
  test.each([
    '127.0.0.1',
    '127.255.1.2',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a00:1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '64:ff9b::192.168.0.1',
    '64:ff9b:1::1',
    '::127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'no address',
  ])('%s is internal', (address) => {
    expect(isInternal(address)).toBe(true);
  });

  test.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '192.167.1.1', '100.63.1.1', '2606:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isInternal(address)).toBe(false);
    },
  );

  test.each(['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::808:808'])('%s is the public address in it', (address) => {
    expect(isInternal(address)).toBe(false);
  });
});
