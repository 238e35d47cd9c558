import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { mapUnknownPort, unmapUnknownPort } from './map-port.ts';
import type { PortDeps } from './map-port.ts';
import { getUnknownPort, queryUnknownPorts } from './show-ports.ts';

/** Ports that sources name by codes nobody knows: looked at, mapped once, healed, taken back. */
export const unknownPortRoutes =
  (deps: PortDeps): Routes =>
  (app) => {
    const { reference } = deps;
    route(app, 'unknownPortQuery', ({ ctx, input }) =>
      queryUnknownPorts({ ctx, input: input.body, reference: reference() }),
    );
    route(app, 'unknownPortGet', ({ ctx, input }) =>
      getUnknownPort({ ctx, id: input.query.unknownPortId, reference: reference() }),
    );
    route(app, 'unknownPortMap', async ({ ctx, input }) => {
      const mapped = await mapUnknownPort({ ctx, input: input.body, deps });
      const count = mapped.ports.reduce((sum, port) => sum + port.shipments, 0);
      const code = mapped.ports[0]?.statusName ?? mapped.ports[0]?.portCode ?? '';
      return answer(mapped, code === '' ? 'unknownPort.markedNoPort' : 'unknownPort.mapped', { code, count });
    });
    route(app, 'unknownPortUnmap', async ({ ctx, input }) => {
      const port = await unmapUnknownPort({ ctx, input: input.body, deps });
      return answer(port, 'unknownPort.unmapped', { count: port.shipments });
    });
  };
