import type { Messages } from '../messages.ts';
import type { frame as zh } from '../zh/frame.ts';

/** Pages shown in a frame. */
export const frame: Messages<typeof zh> = {
  loading: 'Opening the external page…',
  failedTitle: 'The external page could not be opened',
  timedOut: 'The external page did not answer within {{seconds}} s; it may be unreachable.',
  ownTimedOut: 'The page did not open within {{seconds}} s.',
  unreachable: 'The address of the external page cannot be reached.',
  tokenFailed: 'No access token could be obtained.',
  list: 'Tracking list',
  map: 'Freightower map',
  mapReference: 'Bill, booking or container that is tracked',
  mapOpen: 'Open map',
  mapAsk: 'Enter a bill, booking or container that is tracked to open its map at Freightower.',
  mapNoSource: 'Freightower (FT) is not connected yet. Add it as a source, with its keys and the map key.',
  mapNoKey:
    "The keys of the Freightower source have no client ID or no map key. Ask Freightower's support for the map key and enter it in the keys of the source.",
  mapNotFollowed: 'This number is not tracked; the map of Freightower shows tracked shipments only.',
  toSources: 'Go to sources',
  toTrace: 'Add it in sea tracking',
};
