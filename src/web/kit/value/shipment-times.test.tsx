// @vitest-environment node
import '#testing/dom-beside-server.ts';
import { cleanup, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import {
  directVoyage,
  equipmentEvent,
  exampleBill,
  ships,
  transportEvent,
} from '#server/connectors/dcsa/event-builders.ts';
import { interchangeOf, messageOf, statusReport } from '#server/connectors/edifact/samples.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { answerFromProduct } from '#testing/real-server.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';
import { EventTable } from '#web/features/intake/edi-manager/EventTable.tsx';
import { EvidencePanel } from '#web/features/exceptions/exception-handle/Overview.tsx';
import { ExceptionDrawer } from '#web/features/exceptions/exception-manage/ExceptionDrawer.tsx';
import { BookingTable } from '#web/features/tracking/exception-subscribe/SwitchBookingParts.tsx';
import { RawDialog } from '#web/features/tracking/trace-detail/RawDialog.tsx';
import { SharedTracePage } from '#web/features/tracking/trace-detail/SharedTracePage.tsx';
import { TraceBody } from '#web/features/tracking/trace-detail/TraceBody.tsx';
import { TraceContext } from '#web/features/tracking/trace-detail/trace-context.ts';
import { TraceHeader } from '#web/features/tracking/trace-detail/TraceHeader.tsx';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';

// Every screen that shows times of milestones, legs and bookings, drawn from the answers of the product itself.

const now = Date.UTC(2026, 1, 13);
const database = await testDatabase();
const pipeline = await startPipeline(database, { start: now });
const tenant = await buildTenant(database, { code: 'TIMES' });
await buildUser(database, { tenantId: tenant.id, userCode: 'times', menus: menuCodes, allTenants: true });
const { signedIn } = await productApp(database, pipeline);
const client = await signedIn('times');

/** A voyage that ought to have arrived: departed in fact, arrival and what follows planned or estimated. */
const events = [
  ...directVoyage().filter(({ eventID }) => /^(d[12]|e[1-4]|t[1-5])$/.test(String(eventID))),
  equipmentEvent({
    id: 'p1',
    code: 'DISC',
    classifier: 'PLN',
    port: 'NLRTM',
    at: '2026-02-10T21:10:00+01:00',
    createdAt: '2026-01-01T08:05:00Z',
    ship: ships.first,
  }),
  equipmentEvent({
    id: 'p2',
    code: 'GTOT',
    classifier: 'EST',
    port: 'NLRTM',
    at: '2026-02-12T11:20:00+01:00',
    createdAt: '2026-02-01T08:05:00Z',
  }),
  transportEvent({
    id: 'p3',
    code: 'ARRI',
    classifier: 'EST',
    port: 'NLRTM',
    at: '2026-02-09T23:40:00+01:00',
    createdAt: '2026-02-02T00:00:00Z',
    ship: ships.first,
  }),
];
const source = await startScriptedSource();
source.respond((url) => ({ body: url.searchParams.has('transportDocumentReference') ? events : [] }));
const subscription = await buildSubscription(database, {
  tenantId: tenant.id,
  carrierCode: 'TIME',
  billNo: exampleBill,
});
await pipeline.subscribe(subscription, await pipeline.addCarrier('TIME', source.baseUrl), now);
await pipeline.worker.processAll();
await pipeline.reference.refresh();

/** A voyage that is planned and of which nobody has estimated anything. */
const plannedBill = 'TIMEPLAN0001';
const plans = directVoyage()
  .filter((event) => event['eventClassifierCode'] === 'PLN')
  // Ahead of what the clock says: a plan that has passed is overdue.
  .map((event) => ({ ...event, eventDateTime: String(event['eventDateTime']).replace(/^\d{4}/, '2027') }));
const planner = await startScriptedSource();
planner.respond((url) => ({
  body: url.searchParams.has('transportDocumentReference')
    ? JSON.parse(JSON.stringify(plans).replaceAll(exampleBill, plannedBill))
    : [],
}));
const plannedSubscription = await buildSubscription(database, {
  tenantId: tenant.id,
  carrierCode: 'TIMP',
  billNo: plannedBill,
});
await pipeline.subscribe(plannedSubscription, await pipeline.addCarrier('TIMP', planner.baseUrl), now);
await pipeline.worker.processAll();

type Kinds = Map<number, Set<string>>;

/** What the shipment says of every moment, as it is stored. */
function kindsIn(contents: readonly ShipmentContent[]): Kinds {
  const kinds: Kinds = new Map();
  const add = (kind: string, ...times: (number | null)[]): void => {
    for (const time of times) if (time !== null) kinds.set(time, (kinds.get(time) ?? new Set()).add(kind));
  };
  for (const { booking, legs, events: reported } of contents) {
    add('planned', booking.plannedDeparture, booking.plannedArrival, ...reported.map(({ planned }) => planned));
    add('estimated', booking.etd, booking.eta, ...legs.flatMap(({ etd, eta }) => [etd, eta]));
    add('estimated', ...reported.map(({ estimated }) => estimated));
    add('actual', booking.atd, booking.ata, ...legs.flatMap(({ atd, ata }) => [atd, ata]));
    add('actual', ...reported.map(({ actual }) => actual));
  }
  return kinds;
}
const contents = await database.query<{ id: number; fused: boolean; content: ShipmentContent }>(
  'select id, fused, content from shipment where subscription_id = $1',
  [subscription.id],
);
const kinds = kindsIn(contents.map(({ content }) => content));
const shipmentId = String(contents.find(({ fused }) => fused)?.id);

answerFromProduct(client);
beforeAll(async () => {
  await prepareDom();
  await loadTexts(['exceptionManage', 'exceptionHandle', 'exceptionSubscribe', 'traceDetail', 'traceSharing', 'edi']);
});
afterEach(cleanup);

async function answerOf(name: Parameters<typeof client.call>[0], options: Parameters<typeof client.call>[1]) {
  const answer = await client.call(name, options);
  expect(answer, `${name}: ${answer.msg}`).toMatchObject({ http: 200, status: 1 });
  return answer.data;
}

/** Draws something and compares every time of the shipment on it with what the shipment says of that moment. */
function checkTimes(known: Kinds = kinds): string[] {
  const wrong: string[] = [];
  const seen: string[] = [];
  for (const time of document.querySelectorAll('time')) {
    const kindsOfMoment = known.get(Date.parse(time.dateTime));
    if (kindsOfMoment === undefined) continue;
    const shown = time.closest<HTMLElement>('[data-time-kind]')?.dataset['timeKind'];
    // What was expected and has not happened is none of its kind once it has passed.
    const isOverdue = shown === 'overdue' && !kindsOfMoment.has('actual') && Date.parse(time.dateTime) < now;
    if (shown === undefined || (!kindsOfMoment.has(shown) && !isOverdue))
      wrong.push(`${time.textContent} is ${[...kindsOfMoment].join('/')} and shown as ${shown ?? 'nothing'}`);
    else seen.push(shown);
  }
  expect(wrong).toEqual([]);
  return [...new Set(seen)].sort();
}
const draw = (node: ReactNode): void => void renderInApp(node);
const everything = ['actual', 'estimated', 'planned'];
const withOverdue = ['actual', 'estimated', 'overdue', 'planned'];

async function lateArrival() {
  const { records } = await answerOf('queryExceptions', {
    body: { testPurpose: ['ARRIVE_DELAY'], blNo: exampleBill, pageSize: 10 },
  });
  expect(records).toHaveLength(1);
  return records[0];
}

test('the shipment has milestones of each kind', () => {
  expect([...new Set([...kinds.values()].flatMap((of) => [...of]))].sort()).toEqual(everything);
  expect([...kinds.values()].every((of) => of.size === 1 || !of.has('actual'))).toBe(true);
});

test('the drawer of an exception', async () => {
  const row = await lateArrival();
  const walk = { place: 1, total: 1, previous: undefined, next: undefined };
  draw(<ExceptionDrawer row={row} open actions={[]} walk={walk} onClose={() => undefined} />);
  await screen.findByRole('dialog');
  expect(checkTimes()).toEqual(withOverdue);
  const milestones = screen.getByRole('columnheader', { name: '节点' }).closest('table') as HTMLElement;
  const happened = row.mdStatusRecordList.filter(({ isEsti }: { isEsti: number }) => isEsti === 0);
  expect(within(milestones).getAllByText('实际')).toHaveLength(happened.length);
});

test('the page of handling', async () => {
  const row = await lateArrival();
  const detail = await answerOf('exceptionResultById', {
    query: { obmAutotestResultId: row.obmAutotestResult.obmAutotestResultId },
  });
  draw(<EvidencePanel detail={detail} />);
  expect(checkTimes()).toContain('planned');
});

test('the trace page', async () => {
  const trace = await answerOf('getTrace', { query: { obmBkId: shipmentId } });
  draw(
    <TraceContext value={trace}>
      <TraceHeader />
      <TraceBody onRefresh={() => undefined} onAsOf={() => undefined} />
    </TraceContext>,
  );
  expect(checkTimes()).toEqual(withOverdue);
});

test('what one source stated', async () => {
  draw(<RawDialog open bkId={shipmentId} sourceCode="dcsa:TIME" sourceName="TIME" onClose={() => undefined} />);
  await screen.findByRole('table');
  expect(checkTimes()).toEqual(everything);
});

test('the page behind a link', async () => {
  const { token } = await answerOf('traceShareInsert', { body: { obmBkId: shipmentId } });
  draw(<SharedTracePage token={token} />);
  await screen.findByRole('table');
  expect(checkTimes()).toEqual(withOverdue);
});

test('the bookings to choose from', async () => {
  const bookings = await answerOf('queryBkBySubscribe', { body: { blNo: exampleBill } });
  draw(<BookingTable bookings={bookings} chosen={undefined} onChoose={() => undefined} />);
  expect(checkTimes()).toEqual(['actual', 'estimated']);
});

test('what is planned, and estimated by nobody, is not shown as estimated', async () => {
  const bookings = await answerOf('queryBkBySubscribe', { body: { blNo: plannedBill } });
  const [booking] = bookings;
  const planned: Kinds = new Map([booking.custEtd, booking.custEta].map((time) => [time, new Set(['planned'])]));
  expect([...planned.keys()].every(Number.isFinite)).toBe(true);
  draw(<BookingTable bookings={bookings} chosen={undefined} onChoose={() => undefined} />);
  expect(checkTimes(planned)).toEqual(['planned']);
  cleanup();
  const trace = await answerOf('getTrace', { query: { obmBkId: booking.obmBkId } });
  draw(
    <TraceContext value={trace}>
      <TraceHeader />
    </TraceContext>,
  );
  expect(checkTimes(planned)).toEqual(['planned']);
  cleanup();
  const { token } = await answerOf('traceShareInsert', { body: { obmBkId: booking.obmBkId } });
  draw(<SharedTracePage token={token} />);
  await screen.findAllByText('鹿特丹');
  expect(checkTimes(planned)).toEqual(['planned']);
});

test('the events of an electronic message', async () => {
  const sender = 'TIMETERM';
  await database.system
    .insertInto('edi_partner')
    .values({
      partner_code: sender,
      partner_name: sender,
      edi_identity: sender,
      partner_kind: 'CARRIER',
      active: true,
    })
    .execute();
  const content = interchangeOf([messageOf('IFTSTA', statusReport)], { sender });
  await client.send('POST', '/api/edi-manager/upload?fileName=a.edi', content, {
    'content-type': 'application/edifact',
  });
  await pipeline.worker.processAll();
  const { records } = await answerOf('ediQuery', { body: {} });
  const detail = await answerOf('ediGet', { query: { id: records[0].id } });
  const reported: Kinds = new Map(
    detail.events.map(({ time, classifier }: { time: number; classifier: 'PLN' | 'EST' | 'ACT' }) => [
      time,
      new Set([{ PLN: 'planned', EST: 'estimated', ACT: 'actual' }[classifier]]),
    ]),
  );
  draw(<EventTable detail={detail} />);
  expect(checkTimes(reported)).toEqual(['actual', 'estimated']);
});
