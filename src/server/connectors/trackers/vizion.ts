import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { Access } from '../access/types.ts';
import { credentialValues } from '../access/with-access.ts';
import { PullFailure, type Connector, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject } from '../untrusted.ts';
import { part, textOf } from './record.ts';
import { answerOf, required, type Talk, talkTo } from './talk.ts';
import { parseVizion } from './vizion-record.ts';

const PATH = 'references';

/** What Vizion is to follow: a container or a bill; it finds the carrier itself where nobody knows it. */
function referenceOf({ subject, billNo, containerNo, carrierCode, scac = carrierCode }: PullRequest) {
  return {
    ...(subject === 'container'
      ? { container_id: normalizeContainerNumber(containerNo ?? '') }
      : { bill_of_lading: (billNo ?? '').trim().toUpperCase() }),
    ...(/^[A-Z0-9]{4}$/i.test(scac) && { scac: scac.toUpperCase() }),
  };
}

/** Creates the reference, which is what Vizion charges for; its updates are pushed to the address that the keys name. */
async function create(talk: Talk, request: PullRequest, firstField: string): Promise<string> {
  const { callbackUrl = '' } = credentialValues(request.credential, firstField);
  const body = { ...referenceOf(request), ...(callbackUrl !== '' && { callback_url: callbackUrl }) };
  const reported = asObject(required(await talk({ path: PATH, body }), request)) ?? {};
  const id = textOf(part(reported, 'reference'), 'id') ?? textOf(reported, 'id');
  if (id === null) throw new PullFailure('bad_answer', 'the answer names no reference');
  return id;
}

/** A reference is created once and its updates are requested from then on; where nothing may be created, only the key is tried. */
async function pull(request: PullRequest, access: Access, firstField: string): Promise<PullAnswer> {
  const talk = talkTo(request, { access, firstField });
  const updatesOf = (id: string) => talk({ path: `${PATH}/${encodeURIComponent(id)}/updates` });
  if (request.objectId != null) {
    const known = await updatesOf(request.objectId);
    // Other keys do not know it.
    if (known.status !== 404) return answerOf(required(known, request), request);
  }
  if (request.remember === undefined) {
    required(await talk({ path: PATH, query: { limit: '1' } }), request);
    return answerOf([], request);
  }
  const id = await create(talk, request, firstField);
  await request.remember(id);
  const first = await updatesOf(id);
  // Nothing is known yet of a reference that has just been created.
  return answerOf(first.status === 404 ? [] : required(first, request), request);
}

/** Vizion, asked with these keys. */
export const vizionConnector = (access: Access, firstField: string): Connector => ({
  protocol: 'vizion',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pull(request, access, firstField),
  parse: parseVizion,
});
