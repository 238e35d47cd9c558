import type { NetworkCall } from '#domain/network/sailing/network.ts';
import { createNetworkMemory, memoryOfDatabase, type NetworkMemory } from '#server/modules/network/sailing/index.ts';
import { type LegRow, listChangedLegs, newestLegChange } from './flight-queries.ts';

/** A leg is two calls in the network: where it is boarded, and where it ends. */
const boardId = (legId: number): number => legId * 2;

/** The leg of a call in the network, and whether the call is where the leg begins. */
export const legOfCall = (id: number): { legId: number; isBoard: boolean } => ({
  legId: Math.floor(id / 2),
  isBoard: id % 2 === 0,
});

function callsOf(row: LegRow): NetworkCall[] {
  if (row.cancelled) return [];
  const common = {
    chain: `${row.flightNo}/${row.flightDate}`,
    carrierCode: row.airlineCode,
    sellers: [row.airlineCode],
  };
  return [
    {
      ...common,
      id: boardId(row.id),
      portCode: row.from,
      arrivesAt: row.departsAt,
      departsAt: row.departsAt,
    },
    {
      ...common,
      id: boardId(row.id) + 1,
      portCode: row.to,
      arrivesAt: row.arrivesAt,
      departsAt: row.arrivesAt,
    },
  ];
}

/** Keeps all flights in memory, in the form in which ways with a change are found. */
const createFlightMemory = (): NetworkMemory =>
  createNetworkMemory(
    {
      newest: newestLegChange,
      changed: async (database, after, departingAfter) =>
        (await listChangedLegs(database, after, departingAfter)).map((row) => ({
          id: row.id,
          departsAt: row.departsAt,
          calls: callsOf(row),
        })),
    },
    'flight_network',
  );

/** The flights of a database, in memory. */
export const flightNetwork: NetworkMemory = memoryOfDatabase(createFlightMemory);
