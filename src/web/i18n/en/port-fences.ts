import type { Messages } from '../messages.ts';
import type { portFences as zh } from '../zh/port-fences.ts';

/** The map of port fences. */
export const portFences: Messages<typeof zh> = {
  map: 'Map of the fence',
  showOnMap: 'Map',
  shape: 'Shape',
  circle: 'Circle',
  outline: 'Outline',
  clear: 'Clear',
  fences: 'Fences (sketched; not for navigation)',
  middle: 'Centre',
  edge: 'Radius',
  corner: 'Corner {{number}}',
  hintCircle:
    'Click the map to set the centre; drag the centre to move the fence and the square handle to change its radius.',
  hintOutline: 'Click the map to add corners. Drag to move a corner; double-click it or press Delete to remove it.',
  hintKeys: 'Arrow keys move the focused handle.',
  ofPort: 'Fences of {{port}}',
  noFences: 'This port has no active fence; a circle of 6 nm around it is used.',
};
