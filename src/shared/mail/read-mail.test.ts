import { describe, expect, test } from 'vitest';
import { mailTexts } from './read-mail.ts';

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
