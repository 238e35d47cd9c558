/** Any part of an answer as CargoSmart writes it, to be bent by tests. */
export type Part = Record<string, unknown>;

const cities: Record<string, { code: string; city: string; port: string; id: number }> = {
  CNSHA: { code: 'CNSHA', city: 'Shanghai', port: 'Shanghai', id: 11 },
  SGSIN: { code: 'SGSIN', city: 'Singapore', port: 'Singapore', id: 12 },
  NLRTM: { code: 'NLRTM', city: 'Rotterdam', port: 'Rotterdam', id: 13 },
};

/** GMT and local time side by side; the local one is for people. */
export const times = (gmt: string, local: string): Part => ({ GMT: { text: gmt }, locDT: { text: local } });

/** A place; its code stands beside one of its mentions only. */
function locationOf(port: string, withCode = true): Part {
  const { code, city, port: portName, id } = cities[port] ?? { code: port, city: port, port, id: 0 };
  return {
    locationName: `${city} Terminal`,
    CSStandardCity: { CSParentCityID: id },
    cityDetails: { city, portName, locationCode: withCode ? { UNLocationCode: code } : null },
  };
}

/** An event of the example, on a ship unless it says otherwise. */
export const event = (CSEventCode: string, port: string, eventDT: unknown, more: Part = {}): Part => ({
  CSEvent: { CSEventCode, estActIndicator: 'A' },
  eventDT,
  location: locationOf(port),
  mode: 'Vessel',
  ...more,
});

const portOf = (port: string): Part => {
  const { code, city, port: portName } = cities[port] ?? { code: port, city: port, port };
  return { port: { city, portName, locationCode: { UNLocationCode: code } } };
};

const ship = (vesselName: string, lloydsNumber: string, voyage: string, direction: string): Part => ({
  vesselName,
  lloydsNumber,
  voyage,
  direction,
});
const amber = ship('AMBER TIDE', '9321483', '101', 'W');
const birch = ship('BIRCH WAKE', '9074729', '207W', 'W');

const leg = (legSeq: number, from: string, to: string, on: Part, more: Part = {}): Part => ({
  legSeq,
  POL: portOf(from),
  POD: portOf(to),
  SVVD: { loading: on, discharge: on },
  ...more,
});

/** A container from Shanghai over Singapore to Rotterdam. */
export const container: Part = {
  containerNumber: {
    containerNumber: 'CSQU305438',
    containerCheckDigit: '3',
    CSContainerSizeType: '45G1',
    seal: [{ sealNumber: 'S1' }],
  },
  externalReference: [
    { CSReferenceType: { value: 'BL' }, referenceNumber: '6299887766' },
    { CSReferenceType: { value: 'BKG' }, referenceNumber: '6299887700' },
  ],
  event: [
    event('CS010', 'CNSHA', times('2026-01-05T01:00:00Z', '2026-01-05T09:00:00'), { mode: 'Truck' }),
    event('CS020', 'CNSHA', times('2026-01-08T01:30:00Z', '2026-01-08T09:30:00'), {
      mode: 'Truck',
      eventDescription: 'Full Container Received by Carrier at Origin',
      location: locationOf('CNSHA', false),
    }),
    event('CS060', 'CNSHA', times('2026-01-09 18:00:00', '2026-01-10 02:00:00')),
    event('CS070', 'CNSHA', { GMT: { timeInMillis: Date.UTC(2026, 0, 10, 11, 30) } }),
    event('CS080', 'SGSIN', times('2026-01-17T06:00:00Z', '2026-01-17T14:00:00')),
    event('CS100', 'SGSIN', times('2026-01-17T10:00:00Z', '2026-01-17T18:00:00')),
    event('CS090', 'SGSIN', times('2026-01-20T01:00:00Z', '2026-01-20T09:00:00')),
    event('CS110', 'SGSIN', times('2026-01-20T04:00:00Z', '2026-01-20T12:00:00')),
    event('CS277', 'NLRTM', times('2026-02-10T06:15:00Z', '2026-02-10T07:15:00'), {
      CSEvent: { CSEventCode: 'CS277', estActIndicator: 'E' },
    }),
    event('CS500', 'CNSHA', times('2026-01-10T00:00:00Z', '2026-01-10T08:00:00')),
    event('CS777', 'SGSIN', times('2026-01-19T00:00:00Z', '2026-01-19T08:00:00')),
  ],
  route: {
    firstPOL: portOf('CNSHA'),
    lastPOD: portOf('NLRTM'),
    fullReturnCutOffDT: times('2026-01-09T04:00:00Z', '2026-01-09T12:00:00'),
    shipmentLeg: [
      leg(2, 'SGSIN', 'NLRTM', birch, {
        arrivalDT: [{ indicator: { value: 'E' }, ...times('2026-02-10T06:15:00Z', '') }],
      }),
      leg(1, 'CNSHA', 'SGSIN', amber, {
        departureDT: [
          { indicator: { value: 'E' }, ...times('2026-01-10T10:00:00Z', '') },
          { indicator: { value: 'A' }, ...times('2026-01-10T11:30:00Z', '') },
        ],
      }),
    ],
  },
};
