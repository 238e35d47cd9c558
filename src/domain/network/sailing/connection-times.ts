import { HOUR_MS } from '#shared/time/instant.ts';

/** Ports built for changing vessels: containers are moved within a day. */
const hubs = new Set(
  'SGSIN MYPKG MYTPP KRPUS HKHKG LKCMB AEJEA EGPSD GRPIR ESALG MAPTM NLRTM BEANR DEHAM DEBRV TWKHH PABLB CNSHA CNNGB'.split(
    ' ',
  ),
);
const hubMs = 24 * HOUR_MS;
const usualMs = 48 * HOUR_MS;

/** Shortest time in which a container comes off one vessel and onto another in a port. */
export const connectionMs = (portCode: string): number => (hubs.has(portCode) ? hubMs : usualMs);
