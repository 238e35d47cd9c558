// A DCSA server that only looks up answers made beforehand, in a process of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prepareAnswers } from '../data/prepared-answers.ts';

const bodies = new Map(prepareAnswers(Number(process.argv[2])).map(({ billNo, body }) => [billNo, Buffer.from(body)]));
const empty = Buffer.from('[]');

const server = createServer({ keepAliveTimeout: 60_000 }, (request, reply) => {
  const bill = new URL(request.url ?? '/', 'http://source').searchParams.get('transportDocumentReference');
  const body = bodies.get(bill ?? '') ?? empty;
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length, 'api-version': '2.2.0' });
  reply.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
