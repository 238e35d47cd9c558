import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { downloadExport, type ExportLists, getDataFile } from '#server/modules/administration/export/index.ts';
import { findActingKey } from '#server/platform/auth/acting-key.ts';
import {
  adaptError,
  type App,
  type AppDeps,
  bearerOf,
  callContext,
  type Exchange,
  performCall,
  sendStream,
} from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { asRecord } from '#shared/values/objects.ts';
import { datasets } from './datasets/index.ts';
import { presentFile } from './files.ts';

/** Where programs get data files with a key. */
const filesBase = '/api/data-center/files/v1';

const bodyLimit = 4_096;
const idForm = /^\d{1,15}$/;

type FileDeps = { lists: ExportLists; queue: Queue };
type Consumer = Exchange & { tenantId: number };
type Handler = (consumer: Consumer) => Promise<unknown>;

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').send({ status, message });

const tokenOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['api-key'];
  return typeof key === 'string' ? key : bearerOf(headers);
};

/** Admits a program by its key, counts the call and waits for its turn. */
const guarded =
  (deps: AppDeps, handler: Handler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const token = tokenOf(request);
    const holder = token === undefined ? undefined : await findActingKey(deps, token, ['files']);
    request.caller = {
      principal: holder?.principal,
      origin: 'Remote',
      ...(holder === undefined ? {} : { client: holder.client, lang: holder.principal.language }),
    };
    await request.server.countRequest(request);
    if (holder === undefined)
      return refuse(
        reply.header('www-authenticate', 'Bearer realm="portolan"'),
        401,
        'A valid API key with the scope files is needed in the header Authorization: Bearer',
      );
    const turn = await request.server.acquireSlot(request, reply);
    void reply.header('cache-control', 'no-store');
    return turn.during(() => handler({ request, reply, tenantId: holder.tenantId }));
  };

const describeDatasets: Handler = async ({ reply }) =>
  reply.send(
    datasets.map(({ name, about, key, replaceBy, columns }) => ({
      dataset: name,
      about: about.en,
      key,
      replaceBy,
      columns: Object.entries(columns).map(([column, { type, about: text }]) => ({ column, type, about: text.en })),
    })),
  );

const listOwn: Handler = async ({ request, reply, tenantId }) => {
  const { data } = await performCall({ request, reply }, 'analyticsFileQuery', undefined);
  return reply.send(data.filter((file) => file.tenantId === String(tenantId)));
};

/** The key that makes an order sent twice one file: as the program names it, within 64 characters. */
const clientKeyOf = (given: unknown): string =>
  typeof given === 'string' && given !== '' ? createHash('sha256').update(given).digest('hex') : randomUUID();

const order: Handler = async ({ request, reply, tenantId }) => {
  const body = asRecord(request.body);
  const { data } = await performCall({ request, reply }, 'analyticsFileOrder', {
    dataset: String(body['dataset'] ?? ''),
    since: String(body['since'] ?? 'all'),
    tenantId: String(tenantId),
    clientKey: clientKeyOf(request.headers['idempotency-key']),
  });
  return reply.code(202).send(data);
};

/** The number of the file in the address; undefined when the address has no valid number. */
const fileIdOf = (request: FastifyRequest): number | undefined => {
  const { id } = asRecord(request.params);
  return typeof id === 'string' && idForm.test(id) ? Number(id) : undefined;
};

const withFile =
  (
    deps: AppDeps,
    files: FileDeps,
    send: (consumer: Consumer, call: Parameters<typeof downloadExport>[0]) => Promise<unknown>,
  ): Handler =>
  async (consumer) => {
    const { request, reply, tenantId } = consumer;
    const exportId = fileIdOf(request);
    const { caller } = request;
    if (exportId === undefined || caller === null) return refuse(reply, 404, 'There is no such file');
    const call = { ...files, ctx: callContext(deps, request, caller), input: { exportId } };
    const file = presentFile(await getDataFile(call));
    if (file.tenantId !== String(tenantId)) return refuse(reply, 404, 'There is no such file');
    return send(consumer, call);
  };

/** What is refused is an error of HTTP here: programs look at the status alone. */
const statusOf = ({ httpStatus, data }: { httpStatus: number; data: unknown }): number =>
  httpStatus >= 400 ? httpStatus : asRecord(data)['notFound'] === true ? 404 : 400;

/** Adds the calls by which programs order and get data files. */
export function addFileRoutes(app: App, deps: AppDeps, files: FileDeps): void {
  void app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => {
        const made = adaptError(error, request.caller?.lang ?? 'en', request.id, bodyLimit);
        if (made.unknown) request.log.error({ err: error }, 'a call for data files failed');
        return refuse(reply, statusOf(made), made.msg);
      });
      scope.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is no such address'));
      scope.get('/datasets', guarded(deps, describeDatasets));
      scope.get('/files', guarded(deps, listOwn));
      scope.post('/files', { bodyLimit }, guarded(deps, order));
      scope.get(
        '/files/:id',
        guarded(
          deps,
          withFile(deps, files, async ({ reply }, call) => reply.send(presentFile(await getDataFile(call)))),
        ),
      );
      scope.get(
        '/files/:id/content',
        guarded(
          deps,
          withFile(deps, files, async ({ reply }, call) => {
            const { content } = await downloadExport(call);
            return sendStream(reply, content);
          }),
        ),
      );
      // Without it the pages of the browser would take what is asked for by GET.
      scope.route({
        method: ['GET', 'HEAD', 'OPTIONS'],
        url: '/*',
        handler: (_request, reply) => refuse(reply, 404, 'There is no such address'),
      });
    },
    { prefix: filesBase },
  );
}
