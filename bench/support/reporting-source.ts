/**
 * Two servers of the world outside in a process of their own: carriers that answer from memory, in rounds (what they know so
 * far, more in each, at last everything), and a receiver of notifications that counts what it is sent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { copiesOf, prepareAnswers } from '../data/prepared-answers.ts';
import { processorSeconds } from './load.ts';

/** What the process reports when queried. */
export type SourceReport = { requests: number; seconds: number; notified: Record<string, number> };

const [count, copies, rounds] = process.argv.slice(2).map(Number) as [number, number, number];
const empty = Buffer.from('[]');

/** What is known of a shipment in each round: seven tenths of the events in the first, at least one, and all in the last. */
function partsOf(body: string): Buffer[] {
  const events = JSON.parse(body) as unknown[];
  return Array.from({ length: rounds }, (_, round) => {
    const share = 0.7 + (0.3 * round) / Math.max(1, rounds - 1);
    const known = Math.max(1, Math.floor(events.length * share));
    return Buffer.from(known < events.length ? JSON.stringify(events.slice(0, known)) : body);
  });
}

const answers = new Map(copiesOf(prepareAnswers(count), copies).map(({ billNo, body }) => [billNo, partsOf(body)]));
const notified = new Map<string, number>();
let round = 0;
let requests = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, reply) => {
  requests += 1;
  if (request.method === 'POST') {
    const id = String(request.headers['webhook-id']);
    notified.set(id, (notified.get(id) ?? 0) + 1);
    request.resume();
    request.on('end', () => reply.writeHead(200, { 'content-length': 0 }).end());
    return;
  }
  const [, bill = ''] = /[?&]transportDocumentReference=([^&]*)/.exec(request.url ?? '') ?? [];
  const body = answers.get(decodeURIComponent(bill))?.[round] ?? empty;
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length, 'api-version': '2.2.0' });
  reply.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', (message: { round?: number }) => {
  if (message.round !== undefined) {
    round = message.round;
    if (round === 0) notified.clear();
  }
  process.send?.({ requests, seconds: processorSeconds(process.pid), notified: Object.fromEntries(notified) });
});
process.on('disconnect', () => process.exit(0));
