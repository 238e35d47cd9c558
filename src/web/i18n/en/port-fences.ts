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
  middle: 'Middle',
  edge: 'Radius',
  corner: 'Corner {{number}}',
  hintCircle:
    'Press the map to set the middle; drag the middle to move the fence, the square handle to change its radius.',
  hintOutline: 'Press the map to add corners; drag them, and take one out by a double click or Delete.',
  hintKeys: 'Arrow keys move a handle that has the focus.',
  ofPort: 'Fences of {{port}}',
  noFences: 'This port has no fence in use: it is a circle of 6 nm around its place.',
};
