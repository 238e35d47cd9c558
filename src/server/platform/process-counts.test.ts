import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import forge from 'node-forge';
import { expect, test } from 'vitest';
import { listCertificates, noteCertificate } from './process-counts.ts';

const untilOf = (host: string) => listCertificates().find((one) => one.host === host)?.until;

/** A certificate of its own for localhost, valid for so many days. */
function issue(days: number): { key: string; cert: string } {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const issued = forge.pki.createCertificate();
  issued.publicKey = keys.publicKey;
  issued.serialNumber = '01';
  issued.validity.notBefore = new Date(Date.now() - 3_600_000);
  issued.validity.notAfter = new Date(Date.now() + days * 86_400_000);
  const name = [{ name: 'commonName', value: 'localhost' }];
  issued.setSubject(name);
  issued.setIssuer(name);
  issued.sign(keys.privateKey, forge.md.sha256.create());
  return { key: forge.pki.privateKeyToPem(keys.privateKey), cert: forge.pki.certificateToPem(issued) };
}

test('the end of the certificate of a host is that of the last connection; those that expire first are reported', async () => {
  const pair = issue(9);
  const server = createServer(pair, (_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requested = request({ host: '127.0.0.1', servername: 'localhost', port, ca: pair.cert, agent: false }).end();
  const [answer]: IncomingMessage[] = await once(requested, 'response');
  noteCertificate('source', 'carrier.example', answer?.socket ?? null);
  answer?.resume();
  server.close();
  expect(((untilOf('carrier.example') ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(9, 2);

  // A connection that is not encrypted has none, and one that has vanished has none any more.
  noteCertificate('source', 'plain.example', {});
  noteCertificate('source', 'carrier.example', null);
  expect(untilOf('plain.example')).toBeUndefined();
  expect(untilOf('carrier.example')).toBeDefined();

  const ending = (day: string) => ({ getPeerCertificate: () => ({ valid_to: `Jan ${day} 00:00:00 2020 GMT` }) });
  for (let day = 1; day <= 25; day += 1) noteCertificate('notification', `host-${day}.example`, ending(String(day)));
  expect(listCertificates().map(({ host }) => host)).toEqual(
    Array.from({ length: 20 }, (_, index) => `host-${index + 1}.example`),
  );
});
