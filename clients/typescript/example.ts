// Lists the events of a bill of lading, creates a hook and ends it: node example.ts <address> <key> <bill> <callback>
import { BadRequestError, followEvents, PortolanClient, type Event } from 'portolan-client';

declare const process: { argv: string[] };
const [, , baseUrl = '', apiKey = '', bill = '', callbackUrl = ''] = process.argv;
const client = new PortolanClient({ baseUrl, apiKey });

function lineOf(event: Event): string {
  const { eventDateTime, eventClassifierCode } = event;
  switch (event.eventType) {
    case 'TRANSPORT':
      return `${eventDateTime} ${eventClassifierCode} ${event.transportEventTypeCode} ${event.transportCall.UNLocationCode ?? ''}`;
    case 'EQUIPMENT':
      return `${eventDateTime} ${eventClassifierCode} ${event.equipmentEventTypeCode} ${event.equipmentReference ?? ''}`;
    case 'SHIPMENT':
      return `${eventDateTime} ${eventClassifierCode} ${event.shipmentEventTypeCode} ${event.documentID}`;
  }
}

// All pages, three events at a time.
let count = 0;
for await (const event of client.allEvents({ transportDocumentReference: bill, limit: 3 })) {
  console.log(lineOf(event));
  count += 1;
}
console.log(`${count} events`);

// Changes, as they come: here those since 2000, until as many were read.
let followed = 0;
const stop = new AbortController();
const query = { transportDocumentReference: bill };
for await (const event of followEvents(client, { since: '2000-01-01T00:00:00Z', query, signal: stop.signal })) {
  followed += event.eventID === '' ? 0 : 1;
  if (followed === count) break;
}
console.log(`${followed} followed`);

const hook = await client.createHook({ callbackUrl, eventType: ['TRANSPORT', 'EQUIPMENT'] });
console.log(`hook ${hook.secret.slice(0, 6)} ${hook.eventType?.join(' ')}`);
await client.deleteHook(hook.subscriptionID);
console.log(`${(await client.getSubscriptions()).items.length} subscriptions`);

try {
  await client.getEvents({ UNLocationCode: 'TOO LONG' });
} catch (error) {
  if (!(error instanceof BadRequestError)) throw error;
  console.log(`refused: ${error.reasons[0]?.message}`);
}
