import { createHash } from 'node:crypto';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { Access } from '../access/types.ts';
import { type Connector, PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, attribute, cleanText } from '../untrusted.ts';
import { gatherCalls } from './gather.ts';
import { first, objects, textOf } from './record.ts';
import { answerOf, type Fields, type Platform, required, type Talk, talkTo, type Reported } from './talk.ts';
import { parseTrackingEyes } from './trackingeyes-record.ts';

/** The status of an envelope `{code, type, message, result}`: it answers 200 whatever happened. */
function statusIn(body: Fields): number | undefined {
  const code = Number(first(body, 'code'));
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : undefined;
}

type Reference = { referenceNo: string; blType: string; carrierCd: string };

function referenceOf({ subject, billNo, containerNo, carrierCode }: PullRequest): Reference {
  const isContainer = subject === 'container';
  return {
    referenceNo: isContainer ? normalizeContainerNumber(containerNo ?? '') : (billNo ?? '').trim().toUpperCase(),
    blType: isContainer ? 'CN' : 'BL',
    carrierCd: carrierCode.toUpperCase(),
  };
}

/** The envelope of a successful answer; throws PullFailure for any other one. */
function checked(reported: Reported, request: PullRequest): Fields {
  const body = asObject(required(reported, request)) ?? {};
  const code = Number(first(body, 'code'));
  if (code !== 200 && code !== 0)
    throw new PullFailure('bad_answer', `code ${cleanText(String(first(body, 'code')).slice(0, 40))}`);
  return body;
}

/** References that are subscribed in one call, and how long the first of them waits for others. */
const subscribing = gatherCalls<Reference, string>({ limit: 30, waitMs: 20 });

const isSame = (taken: Fields, { referenceNo, carrierCd }: Reference): boolean =>
  textOf(taken, 'referenceNo')?.toUpperCase() === referenceNo &&
  (textOf(taken, 'carrierCd') ?? carrierCd).toUpperCase() === carrierCd;

/** Subscribes a reference, which is done once: TrackingEyes follows it from then on under an id. */
function subscribe(talk: Talk, request: PullRequest): Promise<string> {
  const owner = createHash('sha256')
    .update(`${request.baseUrl} ${request.credential ?? ''}`)
    .digest('base64url');
  return subscribing(owner, referenceOf(request), async (references) => {
    const reported = await talk({ path: 'api/oceanbill/batchOceanBill', body: references });
    const results = objects(attribute(checked(reported, request), 'result'));
    return (reference) => {
      // One answer to one reference need not name it.
      const isOnly = references.length === 1 && results.length === 1;
      const taken = results.find((one) => isSame(one, reference)) ?? (isOnly ? results[0] : undefined) ?? {};
      const id = first(taken, 'id');
      if (typeof id === 'number' || typeof id === 'string') return String(id);
      // In a batch one reference may be refused while the others are taken.
      const why = textOf(taken, 'errorMessage', 'error', 'resultType') ?? 'the answer names no subscription';
      throw new PullFailure('bad_answer', cleanText(why.slice(0, 120)));
    };
  });
}

async function pull(request: PullRequest, platform: Platform): Promise<PullAnswer> {
  const talk = talkTo(request, platform);
  const read = (billId: string): Promise<Reported> => talk({ path: 'api/oceanbill/oceanBill', query: { billId } });
  if (request.objectId != null) {
    const known = await read(request.objectId);
    // Other keys do not know it.
    if (known.status !== 404) return answerOf(checked(known, request), request);
  }
  const id = request.remember && (await subscribe(talk, request));
  // Without a subscription there is nothing to ask for; the key is tried all the same.
  const reported = await read(id ?? '0');
  if (id === undefined) {
    if (reported.status === 401 || reported.status === 403 || reported.status === 429 || reported.status >= 500)
      required(reported, request);
    return answerOf({}, request);
  }
  await request.remember?.(id);
  return answerOf(checked(reported, request), request);
}

/** TrackingEyes, asked with these keys. */
export const trackingEyesConnector = (access: Access, firstField: string): Connector => ({
  protocol: 'trackingeyes',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pull(request, { access, firstField, statusIn }),
  parse: parseTrackingEyes,
});
