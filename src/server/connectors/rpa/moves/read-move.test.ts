import { describe, expect, test } from 'vitest';
import { milestoneOf, readMove, type MoveContext } from './read-move.ts';

/** The milestone of words: `route` = the route decides, `-` = none of ours, `?` = not certain. */
const meaning = (words: string, context: MoveContext = {}): string => {
  const move = readMove(words, context);
  return move === undefined ? '?' : (milestoneOf(move, move.stage) ?? '-');
};

describe('the milestone that words mean', () => {
  test.each([
    [
      'STSP',
      [
        'Empty to Shipper',
        'EMPTY EQUIPMENT DESPATCHED',
        'Gate out empty for loading',
        'Empty Container Release to Shipper',
      ],
    ],
    [
      'STSP',
      [
        'Outbound Pickup',
        'O/B empty container released',
        '客户提空箱',
        '空箱提离',
        '공컨테이너 반출',
        'Retiro de vacío',
      ],
    ],
    [
      'GITM',
      [
        'Export received at CY',
        'Gate-In at First POL',
        'Ready to be loaded',
        'Truck gate in to O/B terminal',
        'Cargo received',
      ],
    ],
    ['LOBD', ['Export Loaded on Vessel', 'Loaded at First POL', 'Loaded on Vessel at Port of Loading', '装船港装船']],
    ['DLPT', ['Vessel Departure from Port of Loading', 'Sailed from POL']],
    ['TSBA', ['Vessel Arrival at T/S Port', '抵达中转港', '환적항 도착']],
    [
      'TSDC',
      ['Full Transshipment Discharged', 'Discharged in transhipment', 'Transship container discharged', '中转卸船'],
    ],
    ['TSLB', ['Full Transshipment Loaded', 'Loaded on vessel at transshipment port', '转运装船']],
    ['TSDP', ['Departure from Transshipment Port', 'Vessel departed T/S port']],
    ['BDAR', ['Vessel Arrival at Port of Discharge', 'Arrived at POD', '抵达卸货港']],
    ['DSCH', ['Import Discharged from Vessel', 'Discharged at Last POD', '进口卸船']],
    [
      'STCS',
      [
        'Import to consignee',
        'Container to consignee',
        'Gate-out from Final Hub',
        '进口重箱出场',
        '수입 적컨테이너 반출',
      ],
    ],
    [
      'RCVE',
      [
        'Empty received at CY',
        'Gate in empty from consignee',
        'I/B empty container returned',
        '还空箱',
        'Vacío devuelto',
      ],
    ],
    ['RCVE', ['Empty in depot', 'Empty Container Returned from Customer', 'Devolução de contêiner vazio']],
    ['OCLD', ['Loaded on rail at inbound rail origin']],
    ['PCAR', ['Train arrived at port of loading']],
    ['AVPU', ['Available for delivery', '可提箱']],
    ['STUF', ['Loaded into container']],
    ['GITM', ['Gate In to Outbound Terminal for Loading']],
    ['STCS', ['Gate out for delivery']],
    ['OCDC', ['Import Off Rail']],
    ['PCLD', ['Export loaded on barge']],
    ['OCDC', ['Import discharged from barge']],
    ['DLPT', ['Vessel departure from Port of Loading to Transshipment Port', 'Departed POL to POD']],
    ['LOBD', ['Container was loaded at Port of Loading to Transshipment Port', 'Barge was loaded at POL to T/S Port']],
    ['TSLB', ['Container was loaded at Transshipment Port to Port of Discharge']],
    ['DSCH', ['Container was discharged at Port of Discharge from Transshipment Port']],
    ['TSDC', ['Container was discharged at Transshipment Port from Port of Loading', 'Tship discharged full']],
    ['GITM', ['Export gate-in from Customer to Port of Loading', 'Container Received by Carrier']],
    ['PCLD', ['Full load on rail for export', 'Feeder Loading at O/B Inland Port']],
    ['OCLD', ['Full load on rail for import', 'Container on rail for import']],
    ['PCDP', ['Feeder Departure from O/B Inland Port']],
    ['OCAR', ['Feeder Arrival at I/B Inland Port']],
    ['AVPU', ['Container is available to be released / delivered']],
    ['RCVE', ['Empty in depot available', 'Empty in depot to be inspected']],
    ['STCS', ['Full container withdrawn by consignee from Pier/Terminal', '集装箱已送达收货人']],
    ['STSP', ['空集装箱已交付托运人', 'Vazio para o embarcador', 'Выдача порожнего грузоотправителю']],
    ['DLPT', ['Salida de buque del puerto de carga', 'Saída do porto de embarque']],
    ['TSDC', ['Descarregado em transbordo', 'Выгрузка в порту перевалки']],
    ['BDAR', ['到达最终卸货港', 'Chegada do navio no porto de destino', 'Arribo a puerto de destino']],
    ['OCAR', ['Прибытие на станцию назначения']],
    ['AVPU', ['Disponible para retiro', 'Disponível para retirada']],
  ])('%s', (milestone, words) => {
    for (const one of words) expect(`${one}: ${meaning(one)}`).toBe(`${one}: ${milestone}`);
  });

  test('waits for the route where the words do not say which port it is', () => {
    for (const words of ['Loaded on board', 'DISCHARG', 'Vessel arrival', 'Gate in', 'Received (FCL)', '装船', '양하'])
      expect(`${words}: ${meaning(words)}`).toBe(`${words}: route`);
  });

  test('of a departure or arrival is that of its own port, not of the other end of the leg', () => {
    expect(meaning('Vessel departure from Transshipment Port to Port of Discharge')).toBe('TSDP');
    expect(meaning('Vessel arrival from Port of Loading')).toBe('route');
  });

  test('is none for moves between two terminals', () => {
    for (const words of [
      'Full Transshipment Positioned In',
      'Full Transshipment Positioned Out',
      'Truck Gate Out from T/S Terminal',
      'Gate-Out from First Hub',
      'Empty container discharged from vessel',
      '进口重箱入场',
    ])
      expect(`${words}: ${meaning(words)}`).toBe(`${words}: -`);
  });
});

test('an intended transhipment is the expected loading of the next ship', () => {
  expect(readMove('Full Intended Transshipment', { hasShip: true })).toMatchObject({
    code: 'LOAD',
    stage: 'transhipment',
    empty: 'LADEN',
    classifier: 'EST',
  });
});

test.each([
  'Not loaded',
  'Loading cancelled',
  'Rolled to next vessel',
  'Delivered',
  'Weighed at scale house',
  'Loaded and discharged',
  'Import to export',
  'Empty or full gate in',
  '未装船',
  '转船',
  '甩箱',
  'Export Positioned Out',
  'Positioned In',
  'Despatched by truck',
  'Loaded full at shipper',
  'Discharged full at consignee',
  'Truck gate out from O/B terminal',
  'Gate in ramp',
  '',
  '|||',
  'x'.repeat(500),
])('nothing is guessed from %j', (words) => {
  expect(readMove(words)).toBeUndefined();
});

test('cargo is handed to its owner at either end of the way; only an empty container is fetched for loading', () => {
  expect(meaning('交付货主')).toBe('?');
  expect(meaning('空箱交付货主')).toBe('STSP');
});

test('case, points, brackets, strokes, blanks and numbers beside the words change nothing', () => {
  for (const words of [
    'LOADED ON VESSEL AT T/S PORT',
    'Loaded  on-vessel (at T / S port)',
    'loaded on vessel at ts port 2/3',
    'Loaded on vessel<br>at T/S port.',
  ])
    expect(`${words}: ${meaning(words)}`).toBe(`${words}: TSLB`);
});

describe('what stands beside the words decides', () => {
  test('empty or full at a gate', () => {
    expect(meaning('GATE-OUT', { empty: 'EMPTY' })).toBe('STSP');
    expect(meaning('GATE-OUT', { empty: 'LADEN', stage: 'destination' })).toBe('STCS');
    expect(meaning('GATE-IN', { empty: 'LADEN', stage: 'origin' })).toBe('GITM');
    expect(meaning('GATE-IN', { empty: 'EMPTY' })).toBe('RCVE');
  });

  test('before or after the sea', () => {
    expect(meaning('Pick-up by merchant haulage')).toBe('?');
    expect(meaning('Pick-up by merchant haulage', { side: 'after' })).toBe('STCS');
    expect(meaning('Pickup (1/1)', { side: 'before' })).toBe('STSP');
    // An empty container that is fetched behind the sea begins another trip.
    expect(meaning('Empty gate out', { side: 'after' })).toBe('-');
    expect(meaning('Empty gate in', { side: 'before' })).toBe('-');
  });

  test('ship, train or truck', () => {
    expect(meaning('Discharged at last POD', { mode: 'TRUCK' })).toBe('DSCH');
    expect(meaning('Loaded at first POL', { mode: 'BARGE' })).toBe('LOBD');
    expect(meaning('Container departure')).toBe('?');
    expect(meaning('Container departure', { mode: 'VESSEL' })).toBe('route');
    expect(meaning('Container in transit for export', { mode: 'RAIL' })).toBe('PCDP');
    expect(meaning('Container in transit for export', { mode: 'TRUCK' })).toBe('?');
    expect(meaning('ETA', { mode: 'RAIL' })).toBe('-');
    expect(meaning('Arrival (Scheduled)', { hasShip: true })).toBe('route');
    expect(meaning('Arrival at Inbound CY', { hasShip: true })).toBe('?');
    expect(meaning('Arrival at inland terminal', { hasShip: true })).toBe('?');
  });

  test('whether it has happened', () => {
    expect(readMove('Arrival (Scheduled)', { hasShip: true })?.classifier).toBe('EST');
    expect(readMove('ETA')?.classifier).toBe('EST');
    expect(readMove('ATD')?.classifier).toBe('ACT');
    expect(readMove('预计到港')?.classifier).toBe('EST');
  });
});
