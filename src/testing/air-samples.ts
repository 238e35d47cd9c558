/** The waybill of the samples. */
export const sampleWaybill = '784-12345675';

/** Messages of Cargo-IMP about ten pieces that are split over two flights, one piece of which is left behind at the end. */
export const sampleFsu = [
  `FWB/16\n${sampleWaybill}PVGFRA/T10K1000MC5.2\nRTG/FRACZ\nSHP\n/SHANGHAI LIGHT WORKS\n`,
  `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nBKD/CZ461/09MAR/PVGFRA/T10K1000/S2345/S0540-N\n`,
  `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nRCS/09MAR1200/PVG/T10K1000/SHANGHAI LIGHT WORKS\n`,
  `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nDIS/CZ461/09MAR2200/PVG/OFLD/P4K400\n`,
  `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nMAN/CZ461/09MAR/PVGFRA/P6K600/S2345/S0540-N\n`,
  `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nDEP/CZ461/09MAR/PVGFRA/P6K600/A2350/E0545-N\n`,
  `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nDEP/CZ0463/10MAR/PVGFRA/P4L881.8/A1000/E1530\nOSI/REBOOKED\n`,
  `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nARR/CZ461/09MAR/FRA/P6K600/A0550-N\nRCF/CZ461/10MAR0730/FRA/P6K600\n`,
  `FSU/14\n${sampleWaybill}PVGFRA/T10K1000\nRCF/CZ463/10MAR1700/FRA/P3K300\nDIS/CZ463/10MAR1710/FRA/MSCA/P1K100\n`,
] as const;

const code = (value: string) => ({ '@type': 'cargo:CodeListElement', 'cargo:code': value });
const place = (airport: string) => ({ '@type': 'cargo:Location', 'cargo:locationCodes': [code(airport)] });
const weight = (kilograms: number, unit = 'KGM') => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': { '@value': String(kilograms), '@type': 'xsd:double' },
  'cargo:unit': code(unit),
});
const movement = (flight: string, day: string) => ({
  '@type': 'cargo:TransportMovement',
  'cargo:transportIdentifier': flight,
  'cargo:flightDate': day,
  'cargo:departureLocation': place('PVG'),
  'cargo:arrivalLocation': place('FRA'),
});
const event = (
  serial: number,
  statusCode: string,
  at: string,
  airport: string,
  pieces: number,
  more: Record<string, unknown> = {},
) => ({
  '@id': `https://one.example/logistics-objects/waybill-${sampleWaybill}/logistics-events/${serial}`,
  '@type': 'cargo:LogisticsEvent',
  'cargo:eventCode': { '@id': `https://onerecord.iata.org/ns/coreCodeLists#StatusCode_${statusCode}` },
  'cargo:eventDate': { '@value': at, '@type': 'xsd:dateTime' },
  'cargo:creationDate': { '@value': at, '@type': 'xsd:dateTime' },
  'cargo:eventTimeType': code('ACTUAL'),
  'cargo:eventLocation': place(airport),
  'cargo:partialEventIndicator': pieces < 10,
  'cargo:pieceCount': pieces,
  'cargo:grossWeight': weight(pieces * 100),
  ...more,
});

/** The same consignment as an airline's ONE Record server tells it. */
export const sampleOneRecord = () => ({
  '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#', xsd: 'http://www.w3.org/2001/XMLSchema#' },
  '@id': `https://one.example/logistics-objects/waybill-${sampleWaybill}`,
  '@type': ['cargo:Waybill', 'cargo:LogisticsObject'],
  'cargo:waybillPrefix': '784',
  'cargo:waybillNumber': '12345675',
  'cargo:departureLocation': place('PVG'),
  'cargo:arrivalLocation': place('FRA'),
  'cargo:shipment': { '@type': 'cargo:Shipment', 'cargo:totalPieceCount': 10, 'cargo:totalGrossWeight': weight(1000) },
  'cargo:events': [
    event(1, 'RCS', '2026-03-09T12:00:00+08:00', 'PVG', 10),
    event(2, 'DEP', '2026-03-09T23:50:00+08:00', 'PVG', 6, { 'cargo:eventFor': movement('CZ461', '2026-03-09') }),
    event(3, 'DEP', '2026-03-10T10:00:00+08:00', 'PVG', 4, { 'cargo:eventFor': movement('CZ463', '2026-03-10') }),
    event(4, 'ARR', '2026-03-10T05:50:00+01:00', 'FRA', 6, { 'cargo:eventFor': movement('CZ461', '2026-03-09') }),
    event(5, 'RCF', '2026-03-10T07:30:00+01:00', 'FRA', 6, { 'cargo:eventFor': movement('CZ461', '2026-03-09') }),
  ],
});
