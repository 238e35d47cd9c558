import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { unknownPortRoutes } from './routes.ts';
import { unknownPortExport } from './show-ports.ts';
import { unknownPortTasks } from './tasks.ts';

/** Ports that sources name by codes nobody knows. */
export const unknownPort = defineModule({
  name: 'unknown-port',
  routes: unknownPortRoutes,
  background: unknownPortTasks,
  exports: ({ reference }: { reference: () => ReferenceSnapshot }) => ({ unknownPorts: unknownPortExport(reference) }),
});
