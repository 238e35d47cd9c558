import type { Access } from '../access/types.ts';
import { fill } from '../access/fill.ts';
import { credentialValues } from '../access/with-access.ts';
import { type BillForm, billAs } from '../dcsa/client.ts';
import { PullFailure, type Connector, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, attribute, cleanText } from '../untrusted.ts';
import { contentOf, parseCargoSmart } from './cargosmart-record.ts';
import { objects, textOf } from './record.ts';
import { answerOf, required, talkTo } from './talk.ts';

/** A carrier that CargoSmart answers for. */
export type CargoSmartApi = { access: Access; firstField: string; scac: string; billForm: BillForm };

/** What the words of an error mean; others are no answer. */
const meanings: readonly (readonly [words: RegExp, meaning: 'unknown' | 'unauthorized' | 'not_permitted'])[] = [
  [/no (?:data|record|result|shipment|match)|not found|does not exist|cannot be found/i, 'unknown'],
  [/app ?key|api ?key|credential|unauthori[sz]ed/i, 'unauthorized'],
  [/permi(?:ssion|tted)|authori[sz]|customer|forbidden/i, 'not_permitted'],
];

/** Errors stand in the body while HTTP says 200. True: nothing is known of the reference. Throws PullFailure for other errors. */
function statesUnknown(value: unknown): boolean {
  const body = asObject(value) ?? {};
  const errors = ['errors', 'queryError'].flatMap((name) => objects(attribute(body, name)));
  const [error] = errors;
  if (error === undefined || contentOf(value) !== undefined) return false;
  const text = textOf(error, 'errorDescription', 'errorMessage', 'message', 'errorCode') ?? 'an error without words';
  const meaning = meanings.find(([words]) => words.test(text))?.[1];
  if (meaning === 'unknown') return true;
  throw new PullFailure(meaning ?? 'bad_answer', cleanText(text.slice(0, 120)));
}

/** The references to ask by, in turn until one is known: the bill, then the booking of that number; or the container. */
function referencesOf(
  { subject, billNo, containerNo }: PullRequest,
  api: CargoSmartApi,
  scac: string,
): Record<string, string>[] {
  if (subject === 'container') return [{ cntrNumber: containerNo ?? '' }];
  const number = billAs(api.billForm, billNo ?? '', scac);
  return [{ billOfLadingNumber: number }, { bookingNumber: number }];
}

async function pull(request: PullRequest, api: CargoSmartApi): Promise<PullAnswer> {
  const talk = talkTo(request, api);
  const customerID = fill('{customerId}', credentialValues(request.credential, api.firstField));
  if (customerID === undefined) throw new PullFailure('config_error', 'the customer id is missing');
  // The letters of the carrier that is requested; the source may be another company of the group.
  const { scac = api.scac } = request;
  let value: unknown = {};
  for (const reference of referencesOf(request, api, scac)) {
    const reported = await talk({ path: '', body: { ...reference, scacCode: scac, customerID } });
    // A reference that is not known, in JSON; a wrong address says other things.
    if (reported.status === 404 && reported.value !== undefined) continue;
    const answer = required(reported, request);
    if (statesUnknown(answer)) continue;
    value = answer;
    if (contentOf(answer) !== undefined) break;
  }
  return answerOf(value, request);
}

/** COSCO and OOCL as CargoSmart shows them to a customer. */
export const cargoSmartConnector = (api: CargoSmartApi): Connector => ({
  protocol: 'cargosmart',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pull(request, api),
  parse: (...reportedValue) => parseCargoSmart(api.scac, ...reportedValue),
});
