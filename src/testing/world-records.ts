import { connectors } from '#server/connectors/index.ts';
import type { Connector, ParsedRecord, ParseReference, PullRequest } from '#server/connectors/types.ts';
import { worldInterface } from '#server/modules/world/seed/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { siteOf } from '#simulator/pages/sites.ts';
import { type Simulator, startSimulator } from '#simulator/servers/start-simulator.ts';
import type { Shipment } from '#simulator/shipments/types.ts';

/** Interfaces of the simulated world that shipments can be asked from; `own`: the one that the carrier has for new customers. */
export type WorldProtocol = 'dcsa' | 'dcsa3' | 'ft' | 'own';

/** The simulated world without faults, and what its sources say of shipments at the moment. */
export async function startWorldSources(seed: string, now: () => Instant) {
  const simulator: Simulator = await startSimulator({
    seed,
    host: '127.0.0.1',
    port: 0,
    now,
    faults: false,
    pushEveryMs: 3_600_000,
  });
  const { ports } = simulator.world.network;
  const reference: ParseReference = {
    resolvePort: (code) => (ports.has(code) ? code : undefined),
    zoneOf: (code) => ports.get(code)?.zone,
  };

  const ownOf = ({ carrier }: Shipment) =>
    worldInterface(carrier.code, `${simulator.baseUrl}/carriers/${carrier.code}`);
  const connectorFor = (shipment: Shipment, protocol: WorldProtocol): Connector =>
    protocol === 'own' ? ownOf(shipment).profile.connector : connectors[protocol];

  const requestFor = (shipment: Shipment, protocol: WorldProtocol, container?: string): PullRequest => ({
    baseUrl: protocol === 'ft' ? `${simulator.baseUrl}/ft` : `${simulator.baseUrl}/carriers/${shipment.carrier.code}`,
    credential: protocol === 'ft' ? 'ft-demo-api-key' : `${shipment.carrier.code}-demo-key`,
    ...(protocol === 'own' && ownOf(shipment)),
    subject: container === undefined ? 'bill' : 'container',
    billNo: container === undefined ? shipment.billNo : null,
    containerNo: container ?? null,
    carrierCode: shipment.carrier.code,
    scac: shipment.carrier.scac,
    etag: null,
    now: now(),
    timeoutMs: 10_000,
    maxBytes: 5_000_000,
  });

  /** What a source says of a shipment, or of one container of it. */
  const askOf = async (shipment: Shipment, protocol: WorldProtocol, container?: string): Promise<ParsedRecord> => {
    const request = requestFor(shipment, protocol, container);
    const answer = await connectorFor(shipment, protocol).pull(request);
    if (answer.kind === 'unchanged') throw new Error('Nothing was asked under a validator');
    const { subject, billNo, containerNo, carrierCode } = request;
    const about = { subject, billNo, containerNo, carrierCode, receivedAt: now() };
    return connectorFor(shipment, protocol).parse([answer.body], about, reference);
  };

  return {
    simulator,
    requestFor,
    askOf,
    /** Shipments under way whose carriers have interfaces. */
    alive: simulator.world.shipmentsAlive(now()).filter(({ carrier }) => siteOf(carrier.code) === undefined),
  };
}
