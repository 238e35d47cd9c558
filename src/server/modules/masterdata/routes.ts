import type { FastifyReply, FastifyRequest } from 'fastify';
import { route } from '#server/platform/http/index.ts';
import type { HttpModule } from '#server/platform/http/index.ts';
import type { ReferenceSnapshot, ReferenceStore } from './reference-store.ts';
import * as verbs from './verbs.ts';

/** Master data as the shell keeps it, and the pickers. */
export const masterdataModule = (reference: ReferenceStore): HttpModule => ({
  name: 'masterdata',
  routes: (app) => {
    const tagged = <T>(
      name: string,
      call: { request: FastifyRequest; reply: FastifyReply },
      make: (snapshot: ReferenceSnapshot) => T,
    ): T => {
      void call.reply
        .header('etag', verbs.referenceTag(reference.current(), name))
        .header('cache-control', 'private, no-cache');
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
