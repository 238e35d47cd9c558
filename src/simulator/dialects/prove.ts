import { createHash, createHmac, createPublicKey, timingSafeEqual, X509Certificate } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { isRecord } from '#shared/values/objects.ts';
import { readText } from '../reference.ts';
import { tenants } from '../servers/shipper-routes.ts';
import type { Dialect, Proof } from './types.ts';
import { once } from '#shared/memory/once-per.ts';

/** Whose key it is: of one tenant, who sees what is its own, or `demo`, which sees everything. */
type Owner = string;

const owners: readonly Owner[] = ['demo', ...tenants];
/** Tokens are made and read by the carrier alone, and good in any world. */
const tokenKey = 'tokens of the simulated carriers';

const filled = (text: string, code: string, owner: Owner): string =>
  text.replace('{code}', code).replace('{owner}', owner);

type Values = Readonly<Record<string, unknown>>;

const areThere = (wanted: Proof['headers'], given: Values, code: string, owner: Owner): boolean =>
  Object.entries(wanted ?? {}).every(([name, text]) => given[name] === filled(text, code, owner));

/** Basic as RFC 6749 has it: both parts encoded as in a form. */
function basicOf([user, password]: readonly [string, string], code: string, owner: Owner): string {
  const parts = [user, password].map((text) => encodeURIComponent(filled(text, code, owner)));
  return `Basic ${Buffer.from(parts.join(':')).toString('base64')}`;
}

const formOf = ({ body }: FastifyRequest): Values => (isRecord(body) ? body : {});

/** The certificate that the world's customers have registered with carriers. */
const registeredCertificate = once(() => new X509Certificate(readText('seeds/world-client.pem')));

/** Whether the form holds a statement that the owner of the certificate signed a short time ago for this token server. */
async function isSigned(request: FastifyRequest, issuer: string): Promise<boolean> {
  const registered = registeredCertificate();
  const statement = String(formOf(request)['client_assertion']);
  try {
    const { alg, x5t } = decodeProtectedHeader(statement);
    if (alg !== 'RS256' || x5t !== createHash('sha1').update(registered.raw).digest('base64url')) return false;
    const key = createPublicKey(registered.publicKey.export({ type: 'spki', format: 'pem' }));
    const { payload } = await jwtVerify(statement, key, { issuer, subject: issuer, maxTokenAge: '15m' });
    return String(payload.aud).endsWith(request.url.split('?')[0] ?? '');
  } catch {
    return false;
  }
}

/** Whose key a request shows; undefined when none of ours is shown as wanted. */
export async function ownerOf(request: FastifyRequest, proof: Proof, code: string): Promise<Owner | undefined> {
  for (const owner of owners) {
    const { headers, query, form, basic, statementOf } = proof;
    if (!areThere(headers, request.headers, code, owner)) continue;
    if (!areThere(query, isRecord(request.query) ? request.query : {}, code, owner)) continue;
    if (!areThere(form, formOf(request), code, owner)) continue;
    if (basic !== undefined && request.headers.authorization !== basicOf(basic, code, owner)) continue;
    if (statementOf !== undefined && !(await isSigned(request, filled(statementOf, code, owner)))) continue;
    return owner;
  }
  return undefined;
}

const sign = (text: string): Buffer => createHmac('sha256', tokenKey).update(text).digest();

/** A token of an owner that ends at a moment of the machine's clock. */
export function makeToken(code: string, owner: Owner, endsAt: number): string {
  const text = `${code}.${owner}.${endsAt}`;
  return `${Buffer.from(text).toString('base64url')}.${sign(text).toString('base64url')}`;
}

/** Whose token it is, while it is good. */
export function ownerOfToken(token: string, code: string): Owner | undefined {
  const [, text = '', signature = ''] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const plain = Buffer.from(text, 'base64url').toString();
  const [wanted, given] = [sign(plain), Buffer.from(signature, 'base64url')];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const [of, owner, endsAt] = plain.split('.');
  return of === code && Number(endsAt) > Date.now() ? owner : undefined;
}

/** Whose key a question shows: by its headers, and by its token where tokens are given. */
export async function ownerOfQuestion(
  request: FastifyRequest,
  { proof, token }: Dialect,
  code: string,
): Promise<Owner | undefined> {
  const owner = await ownerOf(request, proof, code);
  if (owner === undefined || token === undefined) return owner;
  const [scheme, given = ''] = (request.headers.authorization ?? '').split(' ');
  const bearer = scheme === 'Bearer' ? ownerOfToken(given, code) : undefined;
  // A header that is the same for everybody says nothing of whose key it is.
  const isNamed = JSON.stringify(proof).includes('{owner}');
  return !isNamed || bearer === owner ? bearer : undefined;
}
