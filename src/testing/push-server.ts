import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A browser that was registered: its address at the push service, and its keys (base64url). */
export type Browser = { endpoint: string; p256dh: string; auth: string };

/** What a device was shown, in the order of arrival. */
export type Shown = { endpoint: string; payload: unknown; contact: string };

const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** Opens what only the browser can (RFC 8291, content encoding aes128gcm). Throws for anything else. */
function decrypt(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derive(browser.computeSecret(sender), auth, about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const sealed = body.subarray(21 + idLength);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end).toString('utf8');
}

/** Checks who sends (RFC 8292): a token for this service, signed by the key that the browser was given. Gives whom to write to. */
function contactOf(authorization: string, origin: string, publicKey: string): string {
  const { t = '', k = '' } = Object.fromEntries(
    authorization
      .replace(/^vapid /, '')
      .split(', ')
      .map((part) => part.split(/=(.*)/s).slice(0, 2)),
  );
  if (k !== publicKey) throw new Error('signed by another key');
  const [head = '', claims = '', signature = ''] = t.split('.');
  const point = Buffer.from(k, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the token is not signed');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (aud !== origin) throw new Error(`the token is for ${aud}`);
  if (exp * 1000 > Date.now() + 24 * 3_600_000) throw new Error('the token is valid for too long');
  return sub;
}

/** A push service that refuses what is not as the standards say; it is closed after the tests of the file. */
export async function startPushServer() {
  const known = new Map<string, { keys: ECDH; auth: Buffer; publicKey: string; status: number }>();
  const shown: Shown[] = [];
  const problems: string[] = [];
  const unanswered: string[] = [];
  let [open, maxOpen] = [0, 0];
  const server = createServer((request, response) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    response.once('close', () => (open -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const browser = known.get(request.url ?? '');
      if (browser?.status === 0) return unanswered.push(`${origin}${request.url}`);
      if (browser === undefined || browser.status !== 201) return response.writeHead(browser?.status ?? 404).end();
      try {
        if (request.method !== 'POST' || request.headers['content-encoding'] !== 'aes128gcm')
          throw new Error('neither posted nor encrypted');
        if (!/^\d+$/.test(String(request.headers['ttl']))) throw new Error('without a TTL');
        const contact = contactOf(request.headers.authorization ?? '', origin, browser.publicKey);
        const payload: unknown = JSON.parse(decrypt(Buffer.concat(chunks), browser.keys, browser.auth));
        shown.push({ endpoint: `${origin}${request.url}`, payload, contact });
        return response.writeHead(201).end();
      } catch (error) {
        problems.push(String(error));
        return response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    shown,
    problems,
    /** Addresses that were called and gave no answer. */
    unanswered,
    /** Requests that were open at the same time, at most. */
    maxOpen: (): number => maxOpen,
    /** A browser allows a product to push. */
    allow: (publicKey: string): Browser => {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${base64url(randomBytes(24))}`;
      known.set(path, { keys, auth, publicKey, status: 201 });
      return { endpoint: `${origin}${path}`, p256dh: base64url(keys.getPublicKey()), auth: base64url(auth) };
    },
    /** From now on the address answers with this status; 0: not at all. */
    answer: ({ endpoint }: Browser, status: number): void => {
      const browser = known.get(endpoint.slice(origin.length));
      if (browser !== undefined) browser.status = status;
    },
  };
}
