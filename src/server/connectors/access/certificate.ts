import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** A certificate with its private key. */
export type ClientCertificate = { key: KeyObject; certificate: X509Certificate };

/** What is wrong with a certificate that somebody entered. */
export type CertificateProblem = 'unreadable' | 'wrongPassword' | 'noKey' | 'noCertificate' | 'otherKey' | 'tooLong';

/** Longest text of a certificate; a PFX with a chain of certificates takes about 10 KB. */
const LONGEST = 100_000;

/** Thrown for a certificate that cannot be used; the message holds nothing of it. */
export class CertificateError extends Error {
  readonly problem: CertificateProblem;

  constructor(problem: CertificateProblem) {
    super(`certificate: ${problem}`);
    this.problem = problem;
  }
}

function tryOr<T>(problem: CertificateProblem, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CertificateError ? error : new CertificateError(problem);
  }
}

/** Private key and certificates of a PFX as PEM. */
function unpackPfx(base64: string, password: string): { key: string; certificates: string[] } {
  const der = tryOr('unreadable', () => forge.asn1.fromDer(forge.util.decode64(base64.replace(/\s+/g, ''))));
  const pfx = tryOr('wrongPassword', () => forge.pkcs12.pkcs12FromAsn1(der, password));
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = forge.pki.oids;
  const bagsOf = (type: string | undefined): forge.pkcs12.Bag[] =>
    type === undefined ? [] : (pfx.getBags({ bagType: type })[type] ?? []);
  const key = [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)].find((bag) => bag.key != null)?.key;
  if (key == null) throw new CertificateError('noKey');
  const certificates = bagsOf(certBag).flatMap(({ cert }) => (cert == null ? [] : [forge.pki.certificateToPem(cert)]));
  return { key: forge.pki.privateKeyToPem(key), certificates };
}

/** The blocks of a PEM text, each from its BEGIN to its END line. */
function pemParts(text: string): { label: string; block: string }[] {
  const parts: { label: string; block: string }[] = [];
  for (let at = text.indexOf('-----BEGIN '); at >= 0; at = text.indexOf('-----BEGIN ', at + 1)) {
    const label = text.slice(at + 11, text.indexOf('-----', at + 11));
    const end = `-----END ${label}-----`;
    const endAt = text.indexOf(end, at);
    if (label.length <= 40 && endAt > 0) parts.push({ label, block: text.slice(at, endAt + end.length) });
  }
  return parts;
}

function unpackPem(text: string): { key: string; certificates: string[] } {
  const parts = pemParts(text);
  const key = parts.find(({ label }) => label.endsWith('PRIVATE KEY'))?.block;
  if (key === undefined) throw new CertificateError('noKey');
  return { key, certificates: parts.flatMap(({ label, block }) => (label === 'CERTIFICATE' ? [block] : [])) };
}

/** Reads a certificate with its key: PEM, else PFX in base64. Throws CertificateError. */
export function readCertificate(text: string, password: string): ClientCertificate {
  if (text.length > LONGEST) throw new CertificateError('tooLong');
  const isPem = text.includes('-----BEGIN');
  const { key: pem, certificates } = isPem ? unpackPem(text) : unpackPfx(text, password);
  const key = tryOr('wrongPassword', () => createPrivateKey({ key: pem, passphrase: password }));
  const read = certificates.map((one) => tryOr('unreadable', () => new X509Certificate(one)));
  if (read.length === 0) throw new CertificateError('noCertificate');
  const certificate = read.find((one) => one.checkPrivateKey(key));
  if (certificate === undefined) throw new CertificateError('otherKey');
  return { key, certificate };
}

/** The thumbprint that a signed statement carries: SHA-1 of the certificate in base64url. */
export const thumbprintOf = ({ raw }: X509Certificate): string => createHash('sha1').update(raw).digest('base64url');
