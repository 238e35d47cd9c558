import { describe, expect, test } from 'vitest';
import { networkOf, WindowCount } from './limits.ts';
import { proveSender } from './prove-sender.ts';
import { identifyMail, readMail } from './read-mail.ts';

const mail = (headers: readonly string[], body = 'hello'): Buffer => Buffer.from([...headers, '', body].join('\r\n'));
const from = 'From: Wang <A@Sender.example>';

describe('a mail', () => {
  test('names its sender, its subject and its files; companions of mail programs are none', async () => {
    const raw = mail(
      [from, 'Subject: =?gb2312?B?trm1pQ==?=', 'Message-ID: <1@x>', 'Content-Type: multipart/mixed; boundary=b'],
      [
        '--b',
        'Content-Type: text/plain',
        '',
        'text',
        '--b',
        'Content-Type: text/csv; name="=?UTF-8?B?6K6i5Y2VLmNzdg==?="',
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('a,b').toString('base64'),
        '--b',
        'Content-Type: image/png; name=logo.png',
        '',
        'x',
        '--b',
        'Content-Type: text/csv; name="../../etc/passwd.csv"',
        'Content-Disposition: attachment',
        '',
        'c',
        '--b--',
      ].join('\r\n'),
    );
    const read = await readMail(raw, 'a@sender.example');
    expect(read).toMatchObject({ from: 'a@sender.example', fromName: 'Wang', messageId: '<1@x>', automatic: false });
    expect(read.files.map(({ name, bytes }) => [name, bytes.toString().trim()])).toEqual([
      ['订单.csv', 'a,b'],
      ['.._.._etc_passwd.csv', 'c'],
    ]);
  });

  test('with two senders, or none, has none', async () => {
    expect((await readMail(mail([from, 'From: b@other.example']), 'x@y.example')).from).toBeNull();
    expect((await readMail(mail(['Subject: x']), 'x@y.example')).from).toBeNull();
  });

  test.each([
    ['Auto-Submitted: auto-generated'],
    ['Precedence: bulk'],
    ['List-Id: <a.b>'],
    ['X-Auto-Response-Suppress: All'],
    ['Content-Type: multipart/report; boundary=b'],
  ])('%s is of a program', async (header) => {
    expect((await readMail(mail([from, header]), 'a@sender.example')).automatic).toBe(true);
  });

  test('is of a program with an empty return path, and of a person with Auto-Submitted: no', async () => {
    expect((await readMail(mail([from]), '')).automatic).toBe(true);
    expect((await readMail(mail([from, 'Auto-Submitted: no']), 'a@sender.example')).automatic).toBe(false);
  });

  test('with parts within parts without end is refused, in no time', async () => {
    const opens = Array.from({ length: 500 }, (_, index) =>
      [`--b${index}`, `Content-Type: multipart/mixed; boundary=b${index + 1}`, ''].join('\r\n'),
    );
    const raw = mail([from, 'Content-Type: multipart/mixed; boundary=b0'], opens.join('\r\n'));
    await expect(readMail(raw, 'a@sender.example')).rejects.toThrow(/nesting/i);
  });

  test('is the same whatever servers add to its headers, and another with another content', async () => {
    const one = mail([from, 'Message-ID: <1@x>']);
    const added = mail(['Received: from a by b', from, 'Message-ID: <1@x>']);
    expect(await identifyMail(added)).toEqual(await identifyMail(one));
    expect(await identifyMail(mail([from, 'Message-ID: <1@x>'], 'other'))).not.toEqual(await identifyMail(one));
    expect((await identifyMail(mail([from, 'Date: Thu, 01 Jan 2026 00:00:00 +0000']))).messageId).toContain('2026');
  });
});

describe('a sender', () => {
  const records: Record<string, string[][]> = {
    'TXT sender.example': [['v=spf1 ip4:192.0.2.1 -all']],
    'TXT other.example': [['v=spf1 ip4:192.0.2.1 -all']],
    'TXT strict.example': [['v=spf1 ip4:192.0.2.9 -all']],
    'TXT _dmarc.strict.example': [['v=DMARC1; p=reject']],
  };
  const lookup = (domain: string, recordType: string) => {
    const found = records[`${recordType} ${domain}`];
    return found === undefined
      ? Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
      : Promise.resolve(found);
  };
  const prove = (envelopeFrom: string, sender = 'a@sender.example', ip = '192.0.2.1') =>
    proveSender(
      { raw: mail([`From: ${sender}`]), ip, helo: 'mx.sender.example', envelopeFrom, domain: 'inbound.example' },
      sender,
      lookup,
    );

  test('is proven by SPF of its own domain from the right server', async () => {
    expect(await prove('bounce@sender.example')).toMatchObject({ aligned: true, spf: { result: 'pass' } });
  });

  test('is not proven by SPF of another domain, from another server, or against its policy', async () => {
    expect(await prove('x@other.example')).toMatchObject({ aligned: false, spf: { result: 'pass' } });
    expect(await prove('bounce@sender.example', 'a@sender.example', '198.51.100.1')).toMatchObject({ aligned: false });
    expect(await prove('x@sender.example', 'a@strict.example')).toMatchObject({ aligned: false, dmarc: 'fail' });
  });
});

test('addresses of one site are counted together, for ten minutes', () => {
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9:0:0:1'.replace('::', ':0:')));
  const count = new WindowCount(2);
  expect([count.add('a', 0), count.add('a', 1), count.add('a', 2), count.add('b', 2)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(count.isFull('a', 3)).toBe(true);
  expect(count.isFull('a', 700_000)).toBe(false);
});
