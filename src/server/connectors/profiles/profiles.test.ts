import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import forge from 'node-forge';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { createPublicKey, createHash, X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { memoryTokens } from '../access/tokens.ts';
import { bodyOf, directVoyage, exampleBill, exampleReference } from '../dcsa/event-builders.ts';
import { listen, stopServers } from '#testing/connectors/local-servers.ts';
import { PullFailure, type PullRequest } from '../types.ts';
import { findProfile, sourceProfiles } from './index.ts';
import type { SourceProfile } from './types.ts';

afterEach(stopServers);

const values: Record<string, string> = {
  apiKey: 'key-of-the-customer',
  consumerKey: 'consumer-key',
  clientId: 'client-7',
  clientSecret: 's&cret value+1',
  subscriptionKey: 'subscription-key',
  tenantId: 'tenant-1',
  scope: 'api://tracking/.default',
  secret: 'secret-of-ft',
};
let certificate: X509Certificate;

/** A certificate as a carrier gives it to a customer: a PFX with a password. */
function issueCertificate(): { pfx: string; pem: string } {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const issued = forge.pki.createCertificate();
  issued.publicKey = keys.publicKey;
  issued.serialNumber = '01';
  issued.validity.notBefore = new Date(Date.now() - 3_600_000);
  issued.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: 'commonName', value: 'customer.example' }];
  issued.setSubject(name);
  issued.setIssuer(name);
  issued.sign(keys.privateKey, forge.md.sha256.create());
  const asn1 = forge.pkcs12.toPkcs12Asn1(keys.privateKey, [issued], 'open sesame', { algorithm: 'aes256' });
  return {
    pfx: forge.util.encode64(forge.asn1.toDer(asn1).getBytes()),
    pem: forge.pki.certificateToPem(issued),
  };
}

beforeAll(() => {
  const { pfx, pem } = issueCertificate();
  values['certificate'] = pfx;
  values['certificatePassword'] = 'open sesame';
  certificate = new X509Certificate(pem);
});

type Seen = { tokens: number; events: IncomingMessage[]; refused: number };
type Check = (request: IncomingMessage, body: URLSearchParams) => boolean | Promise<boolean>;

const bodyText = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** A counterpart that answers only who proves himself as its documentation says. */
async function strict(checks: { token?: Check; events: Check }, answer: unknown = directVoyage()) {
  const seen: Seen = { tokens: 0, events: [], refused: 0 };
  let current = '';
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isToken = request.method === 'POST';
    const form = new URLSearchParams(await bodyText(request));
    const check = isToken ? checks.token : checks.events;
    const isBearerRight =
      isToken || checks.token === undefined || request.headers.authorization === `Bearer ${current}`;
    if (check === undefined || !isBearerRight || !(await check(request, form))) {
      seen.refused += 1;
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}');
      return;
    }
    response.setHeader('content-type', 'application/json');
    if (isToken) {
      seen.tokens += 1;
      current = `token-${seen.tokens}`;
      response.end(JSON.stringify({ access_token: current, token_type: 'Bearer', expires_in: 3600 }));
      return;
    }
    seen.events.push(request);
    response.end(JSON.stringify(answer));
  };
  const base = await listen(createServer((request, response) => void handle(request, response)));
  return { base, seen, expire: () => (current = 'another') };
}

const ask = (profile: SourceProfile, base: string, more: Partial<PullRequest> = {}): PullRequest => ({
  baseUrl: base,
  tokenUrl: `${base}/token`,
  credential: JSON.stringify(values),
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  etag: null,
  now: Date.UTC(2026, 2, 1),
  timeoutMs: 20_000,
  maxBytes: 5_000_000,
  ...more,
});

const basic = `Basic ${Buffer.from(`client-7:${encodeURIComponent(values['clientSecret'] ?? '')}`).toString('base64')}`;
const searchOf = (request: IncomingMessage | undefined) => new URL(request?.url ?? '', 'http://x').searchParams;

/** What each counterpart demands, as its documentation has it. */
const demands: Record<string, { token?: Check; events: Check }> = {
  maersk: {
    token: ({ headers }, form) =>
      headers['consumer-key'] === 'consumer-key' &&
      form.get('client_id') === 'consumer-key' &&
      form.get('client_secret') === values['clientSecret'] &&
      form.get('grant_type') === 'client_credentials',
    events: ({ headers }) => headers['consumer-key'] === 'consumer-key',
  },
  msc: {
    token: async (_request, form) => {
      const statement = form.get('client_assertion') ?? '';
      const header = decodeProtectedHeader(statement);
      const thumbprint = createHash('sha1').update(certificate.raw).digest('base64url');
      const { payload } = await jwtVerify(
        statement,
        createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' })),
      );
      return (
        header.alg === 'RS256' &&
        header['x5t'] === thumbprint &&
        payload.iss === 'client-7' &&
        payload.sub === 'client-7' &&
        String(payload.aud).endsWith('/token') &&
        form.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' &&
        form.get('scope') === values['scope'] &&
        form.get('client_id') === 'client-7'
      );
    },
    events: () => true,
  },
  'cma-cgm': { events: ({ headers }) => headers['keyid'] === values['apiKey'] },
  'hapag-lloyd': {
    events: ({ headers }) =>
      headers['x-ibm-client-id'] === 'client-7' &&
      headers['x-ibm-client-secret'] === values['clientSecret'] &&
      headers['api-version'] === '1',
  },
  one: {
    token: ({ headers }) => headers['apikey'] === values['apiKey'] && headers.authorization === basic,
    events: ({ headers }) => headers['apikey'] === values['apiKey'],
  },
  evergreen: {
    token: (request) =>
      request.headers.authorization === basic &&
      searchOf(request).get('scope') === 'TNT' &&
      searchOf(request).get('grant_type') === 'client_credentials',
    events: ({ headers }) => headers['api-version'] === '2.2',
  },
  hmm: {
    events: (request) =>
      request.headers['x-gateway-apikey'] === values['apiKey'] &&
      searchOf(request).get('equipmentReference') === 'ZZ' &&
      searchOf(request).has('carrierBookingReference'),
  },
  zim: {
    events: (request) =>
      request.headers['ocp-apim-subscription-key'] === values['subscriptionKey'] && !searchOf(request).has('limit'),
  },
  'zim-v1': {
    token: ({ headers }, form) =>
      headers['ocp-apim-subscription-key'] === values['subscriptionKey'] && form.get('client_id') === 'client-7',
    events: (request) =>
      request.headers['ocp-apim-subscription-key'] === values['subscriptionKey'] && !searchOf(request).has('limit'),
  },
  'dcsa-2.2': { events: ({ headers }) => headers['api-key'] === values['apiKey'] && headers['api-version'] === '2' },
  'dcsa-3.0': { events: ({ headers }) => headers['api-key'] === values['apiKey'] && headers['api-version'] === '3' },
};

/** Names of the fields that a text mentions in braces. */
const fieldsIn = (text: string): string[] => [...text.matchAll(/\{([a-zA-Z]{1,40})\}/g)].map(([, name = '']) => name);

test('every text of an access names a declared field', () => {
  for (const profile of sourceProfiles) {
    const declared = profile.credentials.map((field) => field.name);
    const { production, test: stage } = profile.endpoints;
    for (const field of fieldsIn(JSON.stringify([production, stage]))) expect(declared).toContain(field);
    expect(new Set(declared).size).toBe(declared.length);
    for (const { certificate: pfx } of profile.credentials) if (pfx) expect(declared).toContain(pfx.password);
  }
});

describe.each(
  sourceProfiles
    .filter(({ kind, connector }) => kind === 'carrier' && connector.protocol.startsWith('dcsa'))
    .map((profile) => [profile.name, profile] as const),
)('%s', (name, profile) => {
  const demand = demands[name];
  if (demand === undefined) throw new Error(`no counterpart for ${name}`);

  test('proves itself and brings the shipment; one token serves all questions', async () => {
    const { base, seen } = await strict(demand);
    const tokens = memoryTokens();
    for (let round = 0; round < 3; round += 1) {
      const answer = await profile.connector.pull(ask(profile, base, { tokens }));
      expect(answer.kind === 'answer' && JSON.parse(new TextDecoder().decode(answer.body))).toEqual(directVoyage());
    }
    expect(seen.refused).toBe(0);
    expect(seen.tokens).toBe(demand.token === undefined ? 0 : 1);
  });

  test('a wrong key is a failure with a reason that does not name it', async () => {
    const { base, seen } = await strict(demand);
    const wrong = Object.fromEntries(
      Object.keys(values).map((field) => [field, field === 'certificate' ? (values[field] ?? '') : 'wrong-value']),
    );
    const requested = profile.connector.pull(ask(profile, base, { credential: JSON.stringify(wrong) }));
    const failure = await requested.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(PullFailure);
    expect((failure as PullFailure).reason).toMatch(/^(unauthorized|token_refused|config_error)$/);
    expect((failure as PullFailure).message).not.toContain('wrong-value');
    expect(seen.events).toHaveLength(0);
  });
});

test('a token that ended early is fetched once more, and only once', async () => {
  const maersk = findProfile('maersk');
  const { base, seen, expire } = await strict(demands['maersk'] ?? { events: () => false });
  const tokens = memoryTokens();
  if (maersk === undefined) throw new Error('no profile');
  await maersk.connector.pull(ask(maersk, base, { tokens }));
  expire();
  await maersk.connector.pull(ask(maersk, base, { tokens }));
  expect(seen.tokens).toBe(2);
});

test('a thousand questions at once share one token', async () => {
  const one = findProfile('one');
  const { base, seen } = await strict(demands['one'] ?? { events: () => false }, []);
  const tokens = memoryTokens();
  if (one === undefined) throw new Error('no profile');
  await Promise.all(Array.from({ length: 500 }, () => one.connector.pull(ask(one, base, { tokens }))));
  expect(seen.events).toHaveLength(1_000);
  expect(seen.tokens).toBe(1);
});

describe('a reference is written as the carrier wants it', () => {
  test.each([
    ['maersk', 'MAEU', 'MAEU123456789', '123456789'],
    ['hapag-lloyd', 'HLCU', 'SHA260112345', 'HLCUSHA260112345'],
    ['hapag-lloyd', 'HLCU', 'HLCUSHA260112345', 'HLCUSHA260112345'],
    ['one', 'ONEY', 'ONEYSHAA12345600', 'SHAA12345600'],
  ])('%s %s %s', async (name, carrierCode, billNo, written) => {
    const profile = findProfile(name);
    if (profile === undefined) throw new Error('no profile');
    const { base, seen } = await strict(demands[name] ?? { events: () => false });
    await profile.connector.pull(ask(profile, base, { carrierCode, billNo }));
    expect(searchOf(seen.events[0]).get('transportDocumentReference')).toBe(written);
  });
});

test('a 404 in JSON is no answer for the customer, a page in HTML is a wrong address', async () => {
  const maersk = findProfile('cma-cgm');
  if (maersk === undefined) throw new Error('no profile');
  for (const [body, reason] of [
    ['{"message":"no data"}', undefined],
    ['<html>Not Found</html>', 'bad_answer'],
  ] as const) {
    const base = await listen(createServer((_request, response) => response.writeHead(404).end(body)));
    const result = await maersk.connector.pull(ask(maersk, base)).then(
      () => undefined,
      (error: PullFailure) => error.reason,
    );
    expect(result).toBe(reason);
  }
});

test("MSC's local times become instants by the zone of the port", () => {
  const msc = findProfile('msc');
  const event = {
    eventId: 'm1',
    eventType: 'GTOT',
    equipmentEventTypeCode: 'EMPTY',
    eventClassifierCode: 'ACT',
    eventCreatedDateTime: '2026-01-05T09:30:00Z',
    eventDateTime: '2026-01-05T09:00:00Z',
    equipmentReference: 'CSQU3054383',
    transportCall: { unLocationCode: 'CNSHA', modeOfTransport: 'TRUCK' },
  };
  const about = {
    subject: 'bill',
    billNo: exampleBill,
    containerNo: null,
    carrierCode: 'MSCU',
    receivedAt: Date.UTC(2026, 1, 1),
  } as const;
  const record = msc?.connector.parse([bodyOf([event])], about, exampleReference);
  expect(record?.content?.events[0]?.actual).toBe(Date.parse('2026-01-05T01:00:00Z'));
  expect(record?.tolerated).toMatchObject({ localTimeAsUtc: 1, typeAndCodeExchanged: 1 });
});
