import type { CallData } from '#contract/index.ts';
import type { Caller } from './caller.ts';

type Shipment = CallData<'traceIndex.list'>['records'][number] & { obmBkId: string; polCode: string; podCode: string };
type Exception = CallData<'queryExceptions'>['records'][number]['obmAutotestResult'];
type Vessel = { imo: string; vesselName: string };

/** What is asked about, each by a number: the same number means the same thing. */
export type Subjects = {
  shipment: (at: number) => Shipment;
  exception: (at: number) => Exception;
  port: (at: number) => string;
  vessel: (at: number) => Vessel;
};

function pick<T>(what: string, rows: readonly T[]): (at: number) => T {
  return (at) => {
    const row = rows[at % rows.length];
    if (row === undefined) throw new Error(`the world has no ${what} to ask about`);
    return row;
  };
}

/** Finds shipments, exceptions, ports and vessels that the person may see. */
export async function findSubjects(caller: Caller): Promise<Subjects> {
  const { records: rows } = await caller.call('traceIndex.list', { currentPage: 1, pageSize: 60 });
  const shipments = rows.filter(
    (row): row is Shipment => row.obmBkId !== null && row.polCode !== null && row.podCode !== null,
  );
  const { records } = await caller.call('queryExceptions', { currentPage: 1, pageSize: 40, endFlag: 0, parts: [] });
  const ports = [...new Set(shipments.flatMap(({ polCode, podCode }) => [polCode, podCode]))];
  const vessels: Vessel[] = [];
  for (const portCode of ports.slice(0, 4)) {
    const { records: calls } = await caller.call('portCallQuery', { portCode, currentPage: 1, pageSize: 10 });
    for (const { imo, vesselName } of calls)
      if (imo !== null && vesselName !== null && !vessels.some((one) => one.imo === imo))
        vessels.push({ imo, vesselName });
  }
  return {
    shipment: pick('shipment', shipments),
    exception: pick(
      'exception',
      records.map(({ obmAutotestResult }) => obmAutotestResult),
    ),
    port: pick('port', ports),
    vessel: pick('vessel', vessels),
  };
}
