import type { FastifyReply, FastifyRequest } from 'fastify';
import { route } from '#server/platform/http/index.ts';
import type { HttpModule } from '#server/platform/http/index.ts';
import type { ReferenceSnapshot, ReferenceStore } from './reference-store.ts';
import * as verbs from './verbs.ts';

/** Whether a validator that a browser sends names this fingerprint; a proxy may have made it a weak one. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);

/** Master data as the shell keeps it, and the pickers. */
export const masterdataModule = (reference: ReferenceStore): HttpModule => ({
  name: 'masterdata',
  routes: (app) => {
    const ownTags = new Set<string>();
    // What the browser has already is not sent again; the fingerprint stands for all of the answer.
    app.addHook('onSend', async (request, reply, payload) => {
      const tag = reply.getHeader('etag');
      if (reply.statusCode !== 200 || typeof tag !== 'string') return payload;
      if (!ownTags.has(tag) || !isKnown(request.headers['if-none-match'], tag)) return payload;
      void reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    });
    const tagged = <T>(
      name: string,
      call: { request: FastifyRequest; reply: FastifyReply },
      make: (snapshot: ReferenceSnapshot) => T,
    ): T => {
      const tag = verbs.referenceTag(reference.current(), name);
      ownTags.add(tag);
      void call.reply.header('etag', tag).header('cache-control', 'private, no-cache');
      return make(reference.current());
    };
    route(app, 'allPorts', (call) => tagged('ports', call, verbs.allPorts));
    route(app, 'allCarriers', (call) => tagged('carriers', call, verbs.allCarriers));
    route(app, 'allStatuses', (call) => tagged('statuses', call, verbs.allStatuses));
    route(app, 'allDict', (call) => tagged('dict', call, verbs.allDict));
    route(app, 'allVessels', ({ ctx }) => verbs.allVessels({ ctx }));
    route(app, 'dictValues', ({ input }) => verbs.queryDict(input.query, reference.current()));
    route(app, 'exceptionTypes', ({ input }) => verbs.exceptionTypes(input.query, reference.current()));
    route(app, 'searchPorts', ({ ctx, input }) => verbs.searchPorts({ ctx, input: input.query }));
    route(app, 'searchVessels', ({ ctx, input }) => verbs.searchVessels({ ctx, input: input.query }));
    route(app, 'searchCarriers', ({ input }) => verbs.searchCarriers(input.query, reference.current()));
  },
});
