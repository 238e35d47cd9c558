import { expect, test } from 'vitest';
import { toVersion3 } from '#simulator/reports/dcsa3-wire.ts';
import { bodyOf, directVoyage, exampleBill, exampleContainer, exampleReference } from './dcsa/event-builders.ts';
import { bytesOf, interchangeOf, loadingReport, messageOf, statusReport } from '#testing/connectors/edifact/samples.ts';
import { readEdifact } from './edifact/read-edifact.ts';
import { parseNotices, writeNoticeBody } from './edifact/parse.ts';
import { exampleAnswer } from './ft/freightower-builders.ts';
import { connectors } from './index.ts';

// Who says that the containers reported are all containers of the bill. Events and status messages tell of containers one by one.

const receivedAt = Date.UTC(2026, 2, 1);
const ofBill = { subject: 'bill', billNo: exampleBill, containerNo: null, carrierCode: 'MERI', receivedAt } as const;
const ofContainer = { ...ofBill, subject: 'container', billNo: null, containerNo: exampleContainer } as const;

test.each([
  ['dcsa', directVoyage()],
  ['dcsa3', { events: directVoyage().map((event) => toVersion3(event as never, 'MERI')) }],
] as const)('events of %s do not, however many containers they name', (protocol, body) => {
  const { content } = connectors[protocol].parse([bodyOf(body)], ofBill, exampleReference);
  expect(content?.containers).not.toEqual([]);
  expect(content?.listsAllContainers).toBeUndefined();
});

test.each([
  ['IFTSTA', statusReport],
  ['COARRI', loadingReport],
] as const)('%s does not', async (type, report) => {
  const bodies: Uint8Array[] = [];
  await readEdifact([bytesOf(interchangeOf([messageOf(type, report)]))], ({ notices }) => {
    const source = {
      messageType: type,
      controlRef: 'IC1',
      messageRef: '1',
      messageTime: null,
      preparedAt: null,
      zone: null,
    };
    bodies.push(writeNoticeBody(source, notices));
  });
  const { content } = parseNotices(bodies, ofBill, exampleReference);
  expect(content?.containers).not.toEqual([]);
  expect(content?.listsAllContainers).toBeUndefined();
});

test("the aggregator's record of a bill does, its record of one container does not", () => {
  const bodies = [bodyOf(exampleAnswer())];
  expect(connectors.ft.parse(bodies, ofBill, exampleReference).content?.listsAllContainers).toBe(true);
  expect(connectors.ft.parse(bodies, ofContainer, exampleReference).content?.listsAllContainers).toBeUndefined();
});
