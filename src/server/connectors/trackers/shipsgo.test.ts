import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf, exampleBill, exampleContainer, exampleReference } from '../dcsa/event-builders.ts';
import { shipment } from '#testing/connectors/trackers/shipsgo-builders.ts';
import { stopServers } from '#testing/connectors/local-servers.ts';
import type { PullFailure } from '../types.ts';
import {
  askAndRead,
  platform,
  profileNamed,
  question,
  refused,
  short,
} from '#testing/connectors/trackers/strict-platform.ts';

afterEach(stopServers);

const values = { userToken: 'token-of-the-customer' };
const shipsGo = profileNamed('shipsgo');

/** ShipsGo with its credits: a shipment costs one, and the same reference none again. */
async function strict({
  credits = 10,
  status = 0,
  reported = shipment(),
}: { credits?: number; status?: number; reported?: object } = {}) {
  const created = new Map<string, number>();
  const spent = { credits: 0 };
  const server = await platform(({ method, path, query, headers, body }) => {
    if (headers['x-shipsgo-user-token'] !== values.userToken) return [401, { message: 'Unauthorized' }];
    if (status !== 0) return [status, { message: 'no' }, { 'retry-after': '30' }];
    if (method === 'POST') {
      const key = JSON.stringify(body);
      const id = created.get(key);
      if (id !== undefined) return [409, { message: 'Shipment has already been created', shipment: { id } }];
      if (spent.credits >= credits) return [402, { message: 'Company does not have enough credits' }];
      spent.credits += 1;
      created.set(key, 4710 + spent.credits);
      return [200, { message: 'SUCCESS', shipment: { id: 4710 + spent.credits } }];
    }
    if (path === '/ocean/shipments') {
      const isKnown = created.size > 0 && query.get('filters[booking_number]') === `eq:${exampleBill}`;
      return [200, { message: 'SUCCESS', shipments: isKnown ? [{ id: 4711 }] : [] }];
    }
    return path === '/ocean/shipments/4711' && created.size > 0
      ? [200, { message: 'SUCCESS', shipment: reported }]
      : [404, {}];
  });
  return { ...server, spent };
}

/** A subscription that remembers, as the pipeline does. */
function subscription() {
  const kept: { id: string | null; times: number } = { id: null, times: 0 };
  const remember = (id: string): Promise<void> => {
    kept.id = id;
    kept.times += 1;
    return Promise.resolve();
  };
  return { kept, remember };
}

const reasonOf = (requested: Promise<unknown>) =>
  requested.then(
    () => undefined,
    (error: PullFailure) => `${error.reason} ${error.retryAfterMs ?? ''}`.trim(),
  );

describe('asking', () => {
  test('a shipment is created once, and requested by its id from then on', async () => {
    const { base, asked: requested, spent } = await strict();
    const { kept, remember } = subscription();
    for (let round = 0; round < 3; round += 1)
      await shipsGo.connector.pull(question(base, values, { remember, objectId: kept.id }));
    expect([spent.credits, kept]).toEqual([1, { id: '4711', times: 1 }]);
    expect(requested.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /ocean/shipments',
      'GET /ocean/shipments/4711',
      'GET /ocean/shipments/4711',
      'GET /ocean/shipments/4711',
    ]);
    expect(requested[0]?.body).toEqual({ booking_number: exampleBill, carrier: 'MERI' });
  });

  test('what somebody else created costs no credit, nor does an id that was forgotten', async () => {
    const { base, spent } = await strict();
    await shipsGo.connector.pull(question(base, values, { remember: subscription().remember }));
    const { kept, remember } = subscription();
    await shipsGo.connector.pull(question(base, values, { remember }));
    await shipsGo.connector.pull(question(base, values, { remember, objectId: '99' }));
    expect([spent.credits, kept.id]).toEqual([1, '4711']);
  });

  test('where nothing may be created, nothing is: a shipment that exists is found by its reference', async () => {
    const { base, asked: requested, spent } = await strict();
    const { answer } = await askAndRead(shipsGo, question(base, values));
    expect([spent.credits, new TextDecoder().decode(answer.body)]).toEqual([0, '{}']);
    expect(requested.every(({ method }) => method === 'GET')).toBe(true);
    await shipsGo.connector.pull(question(base, values, { remember: subscription().remember }));
    const { read } = await askAndRead(shipsGo, question(base, values));
    expect(read(exampleReference).content?.booking.billNo).toBe(exampleBill);
  });

  test('a container is requested as one', async () => {
    const { base, asked: requested } = await strict();
    await shipsGo.connector.pull(
      question(base, values, {
        subject: 'container',
        billNo: null,
        containerNo: exampleContainer,
        carrierCode: '',
        remember: subscription().remember,
      }),
    );
    expect(requested[0]?.body).toEqual({ container_number: exampleContainer });
  });

  test.each([
    ['a wrong token', { userToken: 'wrong' }, {}, 'unauthorized'],
    ['no credits', values, { credits: 0 }, 'not_permitted'],
    ['a right that is missing', values, { status: 403 }, 'not_permitted 30000'],
    ['the limit', values, { status: 429 }, 'rate_limited 30000'],
  ])('%s is a failure with a reason', async (_, keys, how, reason) => {
    const { base } = await strict(how);
    expect(await reasonOf(shipsGo.connector.pull(question(base, keys, { remember: subscription().remember })))).toBe(
      reason,
    );
  });
});

describe('reading', () => {
  const about = {
    subject: 'bill',
    billNo: exampleBill,
    containerNo: null,
    carrierCode: 'MERI',
    receivedAt: Date.UTC(2026, 1, 1),
  } as const;
  const readOf = (value: unknown) => shipsGo.connector.parse([bodyOf(value)], about, exampleReference);

  test('movements are milestones by their place on the route, with facts, estimates and ships', () => {
    const record = readOf({ message: 'SUCCESS', shipment: shipment() });
    expect(short(record)).toEqual([
      'CSQU3054383 STSP CNSHA ACT 2026-01-05T01:00 -',
      'CSQU3054383 GITM CNSHA ACT 2026-01-08T01:30 -',
      'CSQU3054383 LOBD CNSHA ACT 2026-01-09T18:00 AMBER TIDE',
      '* DLPT CNSHA ACT 2026-01-10T11:30 AMBER TIDE',
      '* TSBA SGSIN ACT 2026-01-17T06:00 AMBER TIDE',
      'CSQU3054383 TSDC SGSIN ACT 2026-01-17T10:00 AMBER TIDE',
      'CSQU3054383 TSLB SGSIN ACT 2026-01-20T01:00 BIRCH WAKE',
      '* TSDP SGSIN ACT 2026-01-20T04:00 BIRCH WAKE',
      '* BDAR NLRTM EST 2026-02-10T06:15 BIRCH WAKE',
      'CSQU3054383 STCS NLRTM EST 2026-02-12T06:15 -',
    ]);
    expect(refused(record)).toEqual(['bad_enumeration: ShipsGo WARP', 'bad_enumeration: GUESS']);
    expect(record.content?.legs).toMatchObject([
      {
        vesselName: 'AMBER TIDE',
        portOfLoading: 'CNSHA',
        portOfDischarge: 'SGSIN',
        atd: Date.UTC(2026, 0, 10, 11, 30),
        ata: Date.UTC(2026, 0, 17, 6),
      },
      {
        vesselName: 'BIRCH WAKE',
        portOfLoading: 'SGSIN',
        portOfDischarge: 'NLRTM',
        eta: Date.UTC(2026, 1, 10, 6, 15),
        ata: null,
      },
    ]);
    expect(record.observedAt).toBe(Date.UTC(2026, 0, 21, 4));
  });

  test('a new shipment is none yet, and one that cannot be followed says so', () => {
    const none = { route: null, containers: [] };
    expect(readOf({ shipment: shipment({ ...none, status: 'NEW' }) })).toMatchObject({ content: null, refusals: [] });
    expect(refused(readOf({ shipment: shipment({ ...none, status: 'UNTRACKED' }) }))).toEqual([
      'unknown_reference: UNTRACKED',
    ]);
    expect(readOf({})).toMatchObject({ content: null, refusals: [] });
  });
});
