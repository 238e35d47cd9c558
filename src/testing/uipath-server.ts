import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A job as the orchestrator of a test has it. */
export type OrchestratorJob = {
  Id: number;
  Key: string;
  State: string;
  Info: string | null;
  InputArguments: string | null;
  OutputArguments: string | null;
  Reference: string | null;
  ReleaseKey: string;
};

const odata = 'UiPath.Server.Configuration.OData';
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
};

const client = { id: 'portolan-app', secret: 'very-secret-of-app' };
const folder = '117';

/** What the orchestrator has; `fault` answers calls itself where it gives true. */
type State = {
  releases: { Id: number; Key: string; Name: string }[];
  jobs: OrchestratorJob[];
  calls: string[];
  tokens: Set<string>;
  fault: ((path: string, response: ServerResponse) => boolean) | undefined;
};

const reply = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json; odata.metadata=minimal' }).end(JSON.stringify(body));
};
const refuse = (response: ServerResponse, status: number, message: string): void =>
  reply(response, status, { message, errorCode: status, traceId: randomUUID() });

const giveToken = ({ tokens }: State, response: ServerResponse, body: string): void => {
  const form = new URLSearchParams(body);
  if (form.get('grant_type') !== 'client_credentials' || form.get('client_secret') !== client.secret)
    return reply(response, 400, { error: 'invalid_client', error_description: `no such client ${body}` });
  const token = `token-${randomUUID()}`;
  tokens.add(token);
  return reply(response, 200, {
    access_token: token,
    expires_in: 3600,
    token_type: 'Bearer',
    scope: form.get('scope'),
  });
};
const start = ({ releases, jobs }: State, response: ServerResponse, body: string): void => {
  const { startInfo } = JSON.parse(body) as { startInfo: Record<string, string> };
  if (!releases.some(({ Key }) => Key === startInfo['ReleaseKey']))
    return refuse(response, 400, 'Invalid arguments: ReleaseKey');
  const made: OrchestratorJob = {
    Id: 9000 + jobs.length,
    Key: randomUUID(),
    State: 'Pending',
    Info: null,
    InputArguments: startInfo['InputArguments'] ?? null,
    OutputArguments: null,
    Reference: startInfo['Reference'] ?? null,
    ReleaseKey: startInfo['ReleaseKey'] ?? '',
  };
  jobs.push(made);
  return reply(response, 201, { value: [made] });
};
const stop = ({ jobs }: State, response: ServerResponse, body: string): void => {
  const { jobIds, strategy } = JSON.parse(body) as { jobIds: number[]; strategy: string };
  for (const one of jobs.filter(({ Id }) => jobIds.includes(Id)))
    one.State = strategy === 'Kill' ? 'Terminating' : 'Stopping';
  response.writeHead(204).end();
};
const answer = (state: State, request: IncomingMessage, response: ServerResponse, body: string): void => {
  const { calls, tokens, releases, jobs } = state;
  const url = new URL(request.url ?? '/', 'http://x');
  const path = url.pathname.replace('/orchestrator_/odata/', '');
  calls.push(`${request.method} ${path}`);
  if (state.fault?.(path, response) === true) return undefined;
  if (url.pathname === '/identity_/connect/token') return giveToken(state, response, body);
  if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
    return refuse(response, 401, 'You are not authenticated!');
  if (request.headers['x-uipath-organizationunitid'] !== folder)
    return refuse(response, 403, 'A folder is required for this action.');
  const wanted = /eq '(.*)'$/.exec(url.searchParams.get('$filter') ?? '')?.[1];
  if (path === 'Robots') return reply(response, 200, { '@odata.count': 3, value: [] });
  if (path === 'Releases') return reply(response, 200, { value: releases.filter(({ Name }) => Name === wanted) });
  if (path === 'Jobs') return reply(response, 200, { value: jobs.filter(({ Reference }) => Reference === wanted) });
  if (path === `Jobs/${odata}.StartJobs`) return start(state, response, body);
  if (path === `Jobs/${odata}.StopJobs`) return stop(state, response, body);
  const one = jobs.find(({ Id }) => path === `Jobs(${Id})`);
  return one === undefined ? refuse(response, 404, 'Job does not exist.') : reply(response, 200, one);
};

/**
 * An orchestrator as its web interface is published: tokens for client credentials, folders by header, releases, jobs started, read
 * and stopped over OData. Jobs change their state when a test says so.
 */
export async function startOrchestrator() {
  const state: State = {
    releases: [{ Id: 5, Key: randomUUID(), Name: 'Track Carrier' }],
    jobs: [],
    calls: [],
    tokens: new Set(),
    fault: undefined,
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => answer(state, request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    jobs: state.jobs,
    calls: state.calls,
    tokens: state.tokens,
    releases: state.releases,
    /** Fields of a robot that stands for it. */
    robot: {
      machineType: 'REMOTE',
      remoteUrl: `${base}/orchestrator_`,
      remoteTokenUrl: `${base}/identity_/connect/token`,
      remoteFolderId: folder,
      remoteClientId: client.id,
      remoteClientSecret: client.secret,
    },
    secret: client.secret,
    /** Answers calls itself where it gives true. */
    failWith: (how: State['fault']) => {
      state.fault = how;
    },
  };
}
