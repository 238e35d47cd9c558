import type { FastifyReply, FastifyRequest } from 'fastify';
import { route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import type { ReferenceSnapshot } from './reference-snapshot.ts';
import * as picks from './pick.ts';
import { allVessels, contentTag, everyPort, portsInUse, wholeUpTo } from './used.ts';
import { allOperators } from './operators.ts';
import * as verbs from './verbs.ts';

/** Whether a validator that a browser sends names this fingerprint; a proxy may have made it a weak one. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);

/** Master data as the shell keeps it, and the pickers. */
export const masterdataRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    // Answers whose fingerprint is our own: it stands for all of the answer.
    const ownTagged = new WeakSet<FastifyReply>();
    // What the browser has already is not sent again.
    app.addHook('onSend', async (request, reply, payload) => {
      const tag = reply.getHeader('etag');
      if (reply.statusCode !== 200 || typeof tag !== 'string') return payload;
      if (!ownTagged.has(reply) || !isKnown(request.headers['if-none-match'], tag)) return payload;
      void reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    });
    const mark = (reply: FastifyReply, tag: string): void => {
      ownTagged.add(reply);
      void reply.header('etag', tag).header('cache-control', 'private, no-cache');
    };
    const tagged = <T>(
      name: string,
      call: { request: FastifyRequest; reply: FastifyReply },
      make: (snapshot: ReferenceSnapshot) => T,
    ): T => {
      const tag = verbs.referenceTag(reference(), name);
      mark(call.reply, tag);
      return make(reference());
    };
    const taggedByContent = async <T>(call: { reply: FastifyReply }, answer: Promise<T>): Promise<T> => {
      const data = await answer;
      mark(call.reply, contentTag(data));
      return data;
    };
    route(app, 'allPorts', (call) =>
      reference().ports.size <= wholeUpTo
        ? tagged('ports', call, everyPort)
        : taggedByContent(call, portsInUse({ ctx: call.ctx, reference: reference() })),
    );
    route(app, 'allVessels', (call) => taggedByContent(call, allVessels({ ctx: call.ctx })));
    route(app, 'allCarriers', (call) => tagged('carriers', call, verbs.allCarriers));
    route(app, 'allOperators', (call) => tagged('operators', call, allOperators));
    route(app, 'allStatuses', (call) => tagged('statuses', call, verbs.allStatuses));
    route(app, 'allDict', (call) => tagged('dict', call, verbs.allDict));
    route(app, 'dictValues', ({ input }) => verbs.queryDict(input.query, reference()));
    route(app, 'exceptionTypes', ({ input }) => verbs.exceptionTypes(input.query, reference()));
    route(app, 'riskZones', ({ ctx }) => verbs.activeRiskZones(reference(), ctx.clock.now()));
    route(app, 'searchPorts', ({ ctx, input }) => picks.searchPorts({ ctx, input: input.query }));
    route(app, 'searchVessels', ({ ctx, input }) => picks.searchVessels({ ctx, input: input.query }));
    route(app, 'searchCarriers', ({ ctx, input }) => picks.searchCarriers({ ctx, input: input.query }));
    route(app, 'searchAirports', ({ ctx, input }) => picks.searchAirports({ ctx, input: input.query }));
    route(app, 'searchAirlines', ({ ctx, input }) => picks.searchAirlines({ ctx, input: input.query }));
  };
