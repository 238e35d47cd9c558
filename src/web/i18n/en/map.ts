import type { Messages } from '../messages.ts';
import type { map as zh } from '../zh/map.ts';

/** Texts of maps. */
export const map: Messages<typeof zh> = {
  attribution: 'Land: Natural Earth · schematic, not for navigation',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  missing: 'This browser cannot show maps; a list is shown instead.',
  travelled: 'Travelled',
  riskZones: 'Risk zones (sketched; not for navigation or insurance)',
  remaining: 'Remaining',
  group: '{{count}} here',
  estimatedPosition: 'Estimated position',
};
