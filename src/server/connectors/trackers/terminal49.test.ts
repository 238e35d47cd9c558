import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf, exampleBill, exampleContainer, exampleReference } from '../dcsa/event-builders.ts';
import {
  events,
  exampleDocuments,
  later,
  type Part,
  shipmentDoc,
  to,
  vessels,
} from '#testing/connectors/trackers/terminal49-builders.ts';
import { readRecordPush } from '../record-push.ts';
import { stopServers } from '#testing/connectors/local-servers.ts';
import type { PullFailure } from '../types.ts';
import {
  type Answered,
  type Requested,
  askAndRead,
  platform,
  profileNamed,
  question,
  refused,
  short,
} from '#testing/connectors/trackers/strict-platform.ts';

afterEach(stopServers);

const values = { apiKey: 'KEY-1234' };
const terminal49 = profileNamed('terminal49');

const requested = (id: string, attributes: Part, shipment = false): Part => ({
  id,
  type: 'tracking_request',
  attributes: {
    request_number: exampleBill,
    request_type: 'bill_of_lading',
    status: 'pending',
    failed_reason: null,
    created_at: '2026-01-01T00:00:00Z',
    ...attributes,
  },
  relationships: { tracked_object: shipment ? to('shipment', 's1') : { data: null } },
});

/** Terminal49 as its documentation has it; `requests` are the tracking requests of the account. */
async function strict(requests: Part[], override?: (request: Requested) => Answered | undefined) {
  const server = await platform((request) => {
    const { method, path, query, headers, body } = request;
    if (headers.authorization !== `Token ${values.apiKey}`) return [401, { errors: [{ title: 'Unauthorized' }] }];
    const other = override?.(request);
    if (other !== undefined) return other;
    if (method === 'POST') {
      if (headers['content-type'] !== 'application/vnd.api+json') return [415, {}];
      const { attributes } = (body as { data: { attributes: Part } }).data;
      requests.push(requested(`t${requests.length + 1}`, attributes));
      return [201, { data: requests.at(-1) }];
    }
    if (path === '/tracking_requests') {
      const number = query.get('filter[request_number]');
      return [200, { data: requests.filter((one) => (one['attributes'] as Part)['request_number'] === number) }];
    }
    if (path === '/shipments/s1' && query.get('include') === 'containers') return [200, shipmentDoc];
    if (path !== '/containers/c1/transport_events') return [404, { errors: [] }];
    const isFirst = query.get('page[number]') === null;
    const links = isFirst ? { next: `https://elsewhere.example${path}?include=vessel&page[number]=2` } : {};
    return [200, { data: isFirst ? events : later, included: vessels, links }];
  });
  return { ...server, requests };
}

const kept = () => {
  const ids: string[] = [];
  return { ids, remember: (id: string): Promise<void> => Promise.resolve(void ids.push(id)) };
};
const paths = (request: readonly Requested[]) => request.map(({ method, path }) => `${method} ${path}`);

describe('asking', () => {
  test('a tracking request is made once; its shipment is kept by its id, and read with the events of its containers', async () => {
    const { base, asked: request, requests } = await strict([]);
    const { ids, remember } = kept();
    const first = await askAndRead(terminal49, question(base, values, { remember }));
    expect(first.read(exampleReference)).toMatchObject({ content: null, refusals: [] });
    await terminal49.connector.pull(question(base, values, { remember }));
    expect(requests.map((one) => one['attributes'])).toMatchObject([
      { request_type: 'bill_of_lading', request_number: exampleBill, scac: 'MERI' },
    ]);
    requests[0] = requested('t1', { status: 'created' }, true);
    await terminal49.connector.pull(question(base, values, { remember }));
    expect(ids).toEqual(['s1']);
    request.length = 0;
    await terminal49.connector.pull(question(base, values, { remember, objectId: 's1' }));
    expect(paths(request)).toEqual([
      'GET /shipments/s1',
      'GET /containers/c1/transport_events',
      'GET /containers/c1/transport_events',
    ]);
  });

  test('a number that is no bill is requested as a booking, once; a request that is only a duplicate is no reason to', async () => {
    const { base, requests } = await strict([requested('t1', { status: 'failed', failed_reason: 'not_found' })]);
    for (let round = 0; round < 2; round += 1) await terminal49.connector.pull(question(base, values, kept()));
    expect(requests.slice(1).map((one) => one['attributes'])).toMatchObject([{ request_type: 'booking_number' }]);
    const other = await strict([
      requested('t1', { status: 'created' }, true),
      requested('t2', { status: 'failed', failed_reason: 'duplicate', created_at: '2026-01-02T00:00:00Z' }),
    ]);
    const { read } = await askAndRead(terminal49, question(other.base, values, kept()));
    expect([other.requests.length, read(exampleReference).content?.booking.billNo]).toEqual([2, exampleBill]);
  });

  test('where nothing may be created, nothing is; a carrier that is not named is found by Terminal49', async () => {
    const { base, requests } = await strict([]);
    await terminal49.connector.pull(question(base, values));
    expect(requests).toEqual([]);
    await terminal49.connector.pull(question(base, values, { ...kept(), carrierCode: '' }));
    expect(requests[0]?.['attributes']).toMatchObject({ auto_detect_vocc_scac: true });
  });

  test('a failed request tells why', async () => {
    const { base } = await strict([requested('t1', { status: 'failed', failed_reason: 'booking_cancelled' })]);
    const { read } = await askAndRead(terminal49, question(base, values, kept()));
    expect(refused(read(exampleReference))).toEqual(['unknown_reference: booking_cancelled']);
  });

  test.each<[string, object, Answered | undefined, string]>([
    ['a wrong key', { apiKey: 'wrong' }, undefined, 'unauthorized'],
    ['a plan without the API', values, [403, {}], 'not_permitted'],
    ['the limit', values, [429, {}, { 'retry-after': '17' }], 'rate_limited'],
    [
      'a number that is refused',
      values,
      [422, { errors: [{ detail: "Scac 'XXXX' is not recognized" }] }],
      'bad_answer',
    ],
    ['a page', values, [200, '<html></html>'], 'bad_answer'],
  ])('%s is a failure with a reason', async (_, keys, answer, reason) => {
    const { base, requests } = await strict([], () => answer);
    const failed = terminal49.connector.pull(question(base, keys, kept())).then(
      () => undefined,
      (error: PullFailure) => error.reason,
    );
    expect([await failed, requests.length]).toEqual([reason, 0]);
  });
});

describe('reading', () => {
  const about = {
    subject: 'bill',
    billNo: exampleBill,
    containerNo: null,
    carrierCode: 'MERI',
    receivedAt: Date.UTC(2026, 1, 14),
  } as const;

  test('events are milestones with their places, ships and instants; what was taken back is gone', () => {
    const record = terminal49.connector.parse([bodyOf(exampleDocuments)], about, exampleReference);
    expect(short(record)).toEqual([
      'CSQU3054383 STSP CNSHA ACT 2026-01-05T01:00 -',
      'CSQU3054383 GITM CNSHA ACT 2026-01-08T01:30 -',
      'CSQU3054383 LOBD CNSHA ACT 2026-01-09T18:00 AMBER TIDE',
      '* DLPT CNSHA ACT 2026-01-10T11:30 AMBER TIDE',
      '* TSBA SGSIN ACT 2026-01-17T06:00 AMBER TIDE',
      'CSQU3054383 TSLB SGSIN ACT 2026-01-20T01:00 BIRCH WAKE',
      '* BDAR NLRTM EST 2026-02-10T06:15 BIRCH WAKE',
      'CSQU3054383 AVPU NLRTM ACT 2026-02-11T07:00 -',
      'CSQU3054383 OCLD NLRTM ACT 2026-02-13T08:00 -',
      'CSQU3054383 OCAR DEDUI EST 2026-02-15T05:15 -',
    ]);
    expect(refused(record)).toEqual(['missing_field: null', 'bad_enumeration: container.transport.teleported']);
    expect(record.tolerated).toEqual({ localTimeAsUtc: 2 });
    expect(record.content?.legs).toMatchObject([
      {
        vesselName: 'AMBER TIDE',
        vesselImo: '9321483',
        portOfLoading: 'CNSHA',
        portOfDischarge: 'SGSIN',
        etd: Date.UTC(2026, 0, 10, 10),
        atd: Date.UTC(2026, 0, 10, 11, 30),
      },
      { vesselName: 'BIRCH WAKE', portOfLoading: 'SGSIN', portOfDischarge: 'NLRTM', eta: Date.UTC(2026, 1, 10, 6, 15) },
    ]);
    expect(record.content?.booking).toMatchObject({ billNo: exampleBill, placeOfDelivery: 'DEDUI' });
    expect(record.content?.containers).toMatchObject([{ containerNo: exampleContainer, sealNo: 'S1' }]);
  });

  test('the form in which clients of the platform write events, for one container', () => {
    const flat = {
      ok: true,
      data: [
        {
          id: 'e4',
          event: 'container.transport.vessel_departed',
          timestamp: '2026-01-10T11:30:00Z',
          locationLocode: 'CNSHA',
          timezone: 'Asia/Shanghai',
          voyageNumber: '101W',
        },
      ],
    };
    const record = terminal49.connector.parse(
      [bodyOf(flat)],
      { ...about, subject: 'container', billNo: null, containerNo: exampleContainer },
      exampleReference,
    );
    expect(short(record)).toEqual(['* DLPT CNSHA ACT 2026-01-10T11:30 -']);
  });
});

describe('what it warns of', () => {
  const about = {
    subject: 'bill',
    billNo: exampleBill,
    containerNo: null,
    carrierCode: 'MERI',
    receivedAt: Date.UTC(2026, 1, 14),
  } as const;
  const hold = { name: 'customs', status: 'hold', description: 'CUSTOMS EXAM' };
  /** What is kept of a notification about changes of a container. */
  const update = (
    timestamp: string,
    holds: readonly unknown[],
    container = exampleContainer,
  ): Uint8Array | undefined => {
    const changeset = { holds_at_pod_terminal: [[], holds], available_for_pickup: [true, false] };
    const message = {
      data: { id: timestamp, type: 'webhook_notification', attributes: { event: 'container.updated' } },
      included: [
        { id: 'u1', type: 'container_updated_event', attributes: { changeset, timestamp, data_source: 'terminal' } },
        { id: 'c1', type: 'container', attributes: { number: container } },
      ],
    };
    const push = readRecordPush('terminal49', bodyOf(message), about.receivedAt);
    return push?.standing === undefined ? undefined : bodyOf(push.standing);
  };
  const answer = (holds?: readonly unknown[]): Uint8Array => {
    const container = { number: exampleContainer, ...(holds !== undefined && { holds_at_pod_terminal: holds }) };
    const shipment = { ...shipmentDoc, included: [{ id: 'c1', type: 'container', attributes: container }] };
    return bodyOf([shipment, { data: events, included: vessels }]);
  };
  const warned = (
    bodies: (Uint8Array | undefined)[],
    request: Parameters<typeof terminal49.connector.parse>[1] = about,
  ) =>
    terminal49.connector
      .parse(
        bodies.filter((body) => body !== undefined),
        request,
        exampleReference,
      )
      .content?.warnings?.map(
        ({ code, containerNo, portCode, time }) => `${code} ${containerNo} ${portCode} ${new Date(time).toISOString()}`,
      ) ?? [];
  const held = `WHOLD ${exampleContainer} NLRTM 2026-02-11T09:00:00.000Z`;

  test('a hold stands from its notification until it is taken back or the list of the container is empty, in any order', () => {
    const [on, off] = [update('2026-02-11T09:00:00Z', [hold]), update('2026-02-12T09:00:00Z', [])];
    expect(warned([answer([hold]), on])).toEqual([held]);
    expect(warned([answer(), on])).toEqual([held]);
    expect(warned([answer([hold]), on, off])).toEqual([]);
    expect(warned([answer([hold]), off, on])).toEqual([]);
    expect(warned([answer([]), on])).toEqual([]);
    expect(warned([answer([{ ...hold, status: 'released' }]), on])).toEqual([]);
    // Without a notification the time since when it holds is not known.
    expect(warned([answer([hold])])).toEqual([]);
    expect(warned([on])).toEqual([]);
  });

  test('a warning about another container of the bill is not that of this container', () => {
    const other = update('2026-02-11T09:00:00Z', [hold], 'MSCU5285725');
    const request = { ...about, subject: 'container', billNo: null, containerNo: exampleContainer } as const;
    expect(warned([answer(), other], request)).toEqual([]);
    expect(warned([answer(), update('2026-02-11T09:00:00Z', [hold])], request)).toEqual([held]);
  });

  test('a changed last free day is reported by events of the container, a changed arrival by a notification of the shipment', () => {
    expect(warned([bodyOf(exampleDocuments)])).toEqual([`WLFD ${exampleContainer} NLRTM 2026-02-10T23:00:00.000Z`]);
    const message = {
      data: { id: 'n1', type: 'webhook_notification', attributes: { event: 'shipment.estimated.arrival' } },
      included: [
        {
          id: 'x1',
          type: 'estimated_event',
          attributes: {
            created_at: '2026-01-22T04:00:00Z',
            estimated_timestamp: '2026-02-10T06:15:00Z',
            location_locode: 'NLRTM',
          },
        },
      ],
    };
    const push = readRecordPush('terminal49', bodyOf(message), about.receivedAt);
    expect(warned([answer(), bodyOf(push?.standing)])).toEqual(['WETA null NLRTM 2026-01-22T04:00:00.000Z']);
    const milestone = { data: { type: 'webhook_notification', attributes: {} }, included: [] };
    expect(readRecordPush('terminal49', bodyOf(milestone), 0)?.standing).toBeUndefined();
  });
});
