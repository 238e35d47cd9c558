import { byId, tableRows } from '../page.ts';
import { MAX_ROWS, readContainers } from '../read-notice.ts';
import type { ShipPageParser } from '../types.ts';
import { zephyrShipmentV1 } from './zephyr-shipment-v1.ts';

/** Zephyr Sea Line's page with the table of its containers, which the version before left unread. */
export const zephyrShipmentV2: ShipPageParser = {
  ...zephyrShipmentV1,
  version: 2,
  ships: 'candidate',
  about: {
    zh: '和风海运货物页（英文）：另读箱型和铅封号',
    en: 'Zephyr Sea Line shipment page, with types and seals of containers',
  },
  parse: (answer) => {
    const reading = zephyrShipmentV1.parse(answer);
    const table = byId(answer.page, 'zsl-equipment');
    if (reading.isUnknown || table === undefined) return reading;
    const containers = tableRows(answer.page, table, MAX_ROWS).map((cells) => ({
      no: cells.get('Container') ?? '',
      type: cells.get('Type') ?? '',
      seal: cells.get('Seal') ?? '',
    }));
    return { ...reading, containers: readContainers(containers) };
  },
};
