import { describe, expect, test } from 'vitest';
import { isBelow, publicAddresses, type HostAddress } from './outbound-guard.ts';

describe('what is called', () => {
  const lookup = (addresses: HostAddress[]) => async () => addresses;
  const publicly = lookup([{ address: '93.184.215.14', family: 4 }]);
  const ask = (text: string, options: Partial<Parameters<typeof publicAddresses>[1]> = {}) =>
    publicAddresses(new URL(text), { allowed: [], lookup: publicly, ...options });

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:c0a8:1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://192.168.0.10:8443/hook',
  ])('%s is refused', async (text) => {
    await expect(ask(text)).rejects.toMatchObject({ reason: 'internal_address' });
  });

  test('a name that leads inside is refused, also when only one of its addresses does', async () => {
    await expect(
      ask('https://hook.example/', { lookup: lookup([{ address: '10.0.0.1', family: 4 }]) }),
    ).rejects.toMatchObject({ reason: 'internal_address' });
    const mixed = lookup([
      { address: '93.184.215.14', family: 4 },
      { address: '::ffff:10.0.0.1', family: 6 },
    ]);
    await expect(ask('https://hook.example/', { lookup: mixed })).rejects.toMatchObject({ reason: 'internal_address' });
  });

  test('localhost is found out by its addresses', async () => {
    await expect(publicAddresses(new URL('http://localhost:1/'), { allowed: [] })).rejects.toMatchObject({
      reason: 'internal_address',
    });
  });

  test('a public name gives the addresses to connect to', async () => {
    expect(await ask('https://hook.example/path?x=1')).toEqual([{ address: '93.184.215.14', family: 4 }]);
  });

  test('no host, other schemes and passwords in the address are refused', async () => {
    const fails = async () => {
      throw new Error('ENOTFOUND');
    };
    await expect(ask('https://nowhere.example/', { lookup: fails })).rejects.toMatchObject({ reason: 'unknown_host' });
    await expect(ask('https://nowhere.example/', { lookup: lookup([]) })).rejects.toMatchObject({
      reason: 'unknown_host',
    });
    for (const text of ['ftp://hook.example/', 'file:///etc/passwd', 'https://user:pass@hook.example/'])
      await expect(ask(text)).rejects.toMatchObject({ reason: 'bad_address' });
  });

  test('below an allowed base address inside is open, beside it is not', async () => {
    const allowed = ['http://127.0.0.1:8090/receivers'];
    expect(await ask('http://127.0.0.1:8090/receivers/webhook/a', { allowed })).toHaveLength(1);
    for (const text of [
      'http://127.0.0.1:8090/receiversx',
      'http://127.0.0.1:8090/receivers/../world',
      'http://127.0.0.1:8090/receivers/%2e%2e/world',
      'http://127.0.0.1:8091/receivers/',
      'https://127.0.0.1:8090/receivers/',
      'http://localhost:8090/receivers/',
    ])
      expect(isBelow(new URL(text), allowed)).toBe(false);
  });
});
