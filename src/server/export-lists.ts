import { user } from '#entities/user.ts';
import { listExports } from './list-sources.ts';
import { auditExport } from './modules/administration/audit/index.ts';
import { entityExport } from './modules/administration/configuration/index.ts';
import { entityServices } from './entity-services.ts';
import type { ExportLists } from './modules/administration/export/index.ts';
import { flightExport, flightNetwork } from './modules/network/flight/index.ts';
import { refusalExport } from './modules/intake/refusal/index.ts';
import { portCallExport, sailingExport, sailingNetwork } from './modules/network/sailing/index.ts';
import { unknownPortExport } from './modules/intake/unknown-port/index.ts';
import { presentUsers } from './modules/administration/user/index.ts';

/** Every list of the product that can be exported, by name: entities by theirs. */
export function exportLists(core: Parameters<typeof entityServices>[0]): ExportLists {
  const services = entityServices(core);
  const reference = core.reference.current;
  return {
    ...Object.fromEntries(
      Object.values(services.entities).map((entity) => [entity.name, entityExport(services, reference, entity)]),
    ),
    user: entityExport(services, reference, user, 'userQuery', [presentUsers]),
    portCalls: portCallExport(reference),
    refusals: refusalExport(reference),
    unknownPorts: unknownPortExport(reference),
    flights: flightExport(reference, flightNetwork),
    sailings: sailingExport(reference, sailingNetwork),
    ...listExports(reference),
    audit: auditExport(() => ({ services, reference: reference() })),
  };
}
