import { describe, expect, test } from 'vitest';
import { timed } from '#testing/fuzz.ts';
import { mailTexts, readMail } from './read-mail.ts';

const mail = (...lines: string[]): string => lines.join('\r\n');

describe('the texts of a mail', () => {
  test('are what was written and the files that came with it', () => {
    const raw = mail(
      'From: cargo@airline.example',
      'Content-Type: multipart/mixed;',
      ' boundary="a+b(1)"',
      '',
      'for readers without MIME',
      '--a+b(1)',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'FSU/14=0AX',
      '--inner',
      'Content-Type: text/html',
      '',
      '<p>FSU/14</p>',
      '--inner--',
      '--a+b(1)',
      'Content-Type: application/octet-stream; name="fsu.txt"',
      'Content-Disposition: attachment; filename="fsu.txt"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('FSU/12\r\nY').toString('base64'),
      '--a+b(1)',
      'Content-Type: image/png',
      'Content-Disposition: attachment; filename="logo.png"',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--a+b(1)--',
      'after the end',
    );
    expect(mailTexts(raw)).toEqual(['FSU/14\nX', 'FSU/12\nY']);
  });

  test('of a plain mail is its body', () => {
    expect(mailTexts(mail('Subject: x', '', 'FSU/14', 'line'))).toEqual(['FSU/14\nline']);
  });

  test('parts that hold themselves and boundaries that are missing end', () => {
    expect(
      mailTexts(mail('Content-Type: multipart/mixed; boundary=x', '', ...Array.from({ length: 5_000 }, () => '--x'))),
    ).toEqual([]);
    expect(mailTexts('Content-Type: multipart/mixed; boundary=x')).toEqual([]);
  });
});

describe('quoted-printable', () => {
  const text = (...lines: string[]): string =>
    readMail(mail('Content-Transfer-Encoding: quoted-printable', '', ...lines)).text;

  test('letters of both cases, ends of lines that are none, and what is no escape', () => {
    expect(text('=E4=bd=A0 a=3Db', 'one =', 'line', 'x=4 =zz = =')).toBe('你 a=b\none line\nx=4 =zz = =');
    expect(readMail('Content-Transfer-Encoding: quoted-printable\n\na=\nb=\r\nc=').text).toBe('abc=');
  });

  test('of 9 MB takes a part of a second', () => {
    for (const piece of ['=E4=BD=A0', 'abc', '=', '=4', 'a=\r\n']) {
      const raw = mail('Content-Transfer-Encoding: quoted-printable', '', piece.repeat(9_000_000 / piece.length));
      // Some 200 ms; a machine under load takes several times as long.
      expect(timed(() => readMail(raw)).ms, piece).toBeLessThan(2_000);
    }
  });
});

test('headers without end are read up to a limit', () => {
  const raw = mail('Subject: first', 'A: b\r\n'.repeat(500_000), '', 'text');
  const { ms, result } = timed(() => readMail(raw));
  expect(result.subject).toBe('first');
  expect(ms).toBeLessThan(1_000);
});
