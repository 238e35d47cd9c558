import { resolve as resolveName } from 'node:dns/promises';
import { z } from 'zod';

/** How one check of a sender came out, as RFC 8601 names it. */
const result = z.enum(['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror', 'policy', 'unknown']);
type CheckResult = z.output<typeof result>;

/** What is known of where a mail came from. */
export const senderProof = z.object({
  /** A check that passed belongs to the domain in From. */
  aligned: z.boolean(),
  /** The name service did not answer: the same mail may pass later. */
  undecided: z.boolean(),
  spf: z.object({ result, domain: z.string() }),
  dkim: z.array(z.object({ result, domain: z.string() })),
  dmarc: result,
});
export type SenderProof = z.output<typeof senderProof>;

/** Looks a name up, as `resolve` of node:dns does. */
export type NameLookup = (domain: string, recordType: string) => Promise<string[][] | string[]>;

/** What is checked: the mail and the connection it came by. */
type Arrived = { raw: Buffer; ip: string; helo: string; envelopeFrom: string; domain: string };

const lookUp: NameLookup = (domain, recordType) => resolveName(domain, recordType) as Promise<string[][] | string[]>;

const resultOf = (text: string | undefined): CheckResult => result.safeParse(text).data ?? 'unknown';

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Relaxed alignment without a record of DMARC: the same domain, or one below the other. */
const areAligned = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));

/**
 * Checks SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989) of a mail. `from` is the address in From. What the name service does
 * not answer is an outcome, not an error.
 */
export async function proveSender(arrived: Arrived, from: string, lookup: NameLookup = lookUp): Promise<SenderProof> {
  // Loaded late: only processes that take mails need it.
  const { authenticate } = await import('mailauth');
  const { raw, ip, helo, envelopeFrom, domain } = arrived;
  const found = await authenticate(raw, {
    ip,
    helo,
    sender: envelopeFrom,
    mta: domain,
    resolver: lookup,
    disableArc: true,
    disableBimi: true,
  });
  const spf = {
    result: resultOf(found.spf === false ? 'none' : found.spf.status.result),
    domain: found.spf === false ? '' : found.spf.domain.toLowerCase(),
  };
  const signatures = found.dkim.results.map(({ status, signingDomain = '' }) => ({
    result: resultOf(status.result),
    domain: signingDomain.toLowerCase(),
    aligned: typeof status.aligned === 'string',
  }));
  const dmarc = resultOf(found.dmarc === false ? 'none' : found.dmarc.status.result);
  const own = domainOf(from);
  const passes =
    (spf.result === 'pass' && areAligned(spf.domain, own)) ||
    signatures.some((one) => one.result === 'pass' && one.aligned);
  return {
    // A domain that publishes a policy decides by it.
    aligned: dmarc === 'pass' || (dmarc === 'none' && passes),
    undecided: [spf.result, dmarc, ...signatures.map((one) => one.result)].includes('temperror'),
    spf,
    dkim: signatures.map(({ result: outcome, domain: signer }) => ({ result: outcome, domain: signer })).slice(0, 10),
    dmarc,
  };
}
