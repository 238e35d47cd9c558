import { asRecord } from '#shared/values/objects.ts';
import type { Caller } from './caller.ts';
import type { Subjects } from './subjects.ts';

/** What a tool answered. */
export type Answer = { text: string; data: unknown };

type Use = (tool: string, input: Record<string, unknown>) => Promise<Answer>;

/** A question as people put it, which tools answer it, and what the product's own calls say. Both give the same facts. */
export type Question = {
  zh: string;
  en: string;
  ask: (use: Use) => Promise<unknown>;
  truth: (caller: Caller) => Promise<unknown>;
};

/** A part of an answer by its path; undefined where there is none. */
const at = (data: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (Array.isArray(value) ? value[Number(key)] : asRecord(value)[key]), data);

const rowsOf = (data: unknown, name: string): readonly unknown[] => {
  const rows = at(data, name);
  return Array.isArray(rows) ? rows : [];
};

const momentOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);

/** Where a shipment is: containers, open exceptions, arrival. */
function whereIs(reference: string, id: string): Question {
  return {
    zh: `${reference} 现在到哪里了，什么时候到？`,
    en: `Where is ${reference}, and when does it arrive?`,
    ask: async (use) => {
      const { data } = await use('get_shipment', { reference });
      return [
        at(data, 'shipment', 'shipmentId'),
        at(data, 'shipment', 'containerCount'),
        at(data, 'shipment', 'exceptionCount'),
        momentOf(at(data, 'shipment', 'arrival', 'time', 'utc')),
      ];
    },
    truth: async (caller) => {
      const { booking, containers, exceptions } = await caller.call('getTrace', { obmBkId: id });
      const open = exceptions.filter((row) => row.open === 1).length;
      return [id, containers.length, open, booking.ata ?? booking.custEta ?? null];
    },
  };
}

/** Which numbers of a mail are tracked. */
function inMail(first: { referenceNo: string }, second: { referenceNo: string }): Question {
  const text = `Dear team, please check ${first.referenceNo} and ${second.referenceNo}. 谢谢`;
  return {
    zh: `邮件里的单号有哪些在跟踪？“${text}”`,
    en: `Which numbers in this mail are tracked? "${text}"`,
    ask: async (use) => {
      const { data } = await use('find_reference', { text });
      return rowsOf(data, 'shipments')
        .map((row) => [at(row, 'shipmentId'), at(row, 'openExceptions')].join(' '))
        .sort();
    },
    truth: async (caller) => {
      const numbers = [...new Set([first.referenceNo, second.referenceNo])];
      const page = { currentPage: 1, pageSize: 20 } as const;
      const byBill = await caller.call('traceIndex.list', { ...page, billNo: numbers });
      const byContainer = await caller.call('traceIndex.list', { ...page, containerNo: numbers });
      const rows = [...byBill.records, ...byContainer.records].map((row) => `${row.obmBkId} ${row.openExceptions}`);
      return [...new Set(rows)].sort();
    },
  };
}

/** What waits today, of all or of the person. */
const attention = (onlyMine: boolean): Question => ({
  zh: onlyMine ? '今天有哪些异常由我负责？' : '今天需要处理什么？',
  en: onlyMine ? 'Which exceptions are mine today?' : 'What needs somebody today?',
  ask: async (use) => {
    const { data } = await use('list_attention', { onlyMine });
    return [at(data, 'total'), at(data, 'open', 'total'), at(data, 'open', 'untreated')];
  },
  truth: async (caller) => {
    const { userCode } = await caller.call('session');
    const { totalRecord } = await caller.call('queryExceptions', {
      handleStatus: ['0', '1', '4'],
      endFlag: 0,
      parts: [],
      ...(onlyMine ? { chargeCode: [userCode] } : {}),
    });
    const { open } = await caller.call('overview');
    return [totalRecord, open.total, open.untreated];
  },
});

/** Why an exception is there. */
const whyException = (id: string, of: string): Question => ({
  zh: `${of} 的异常 ${id} 为什么出现？`,
  en: `Why is exception ${id} of ${of} there?`,
  ask: async (use) => {
    const { data } = await use('explain_exception', { exceptionId: id });
    return [
      at(data, 'exception', 'type'),
      at(data, 'exception', 'quoted', 'problem'),
      at(data, 'exception', 'moneyAtRiskUsd'),
      momentOf(at(data, 'exception', 'since', 'utc')),
      at(data, 'open'),
    ];
  },
  truth: async (caller) => {
    const row = await caller.call('exceptionResultById', { obmAutotestResultId: id });
    return [row.testPurposeName, row.errorRemark, row.moneyAtRisk, row.createTime, row.open === 1];
  },
});

/** The worst exception of today and why it is there: two calls. */
const worst = (): Question => ({
  zh: '今天最严重的异常是哪一条，为什么？',
  en: 'Which exception is the worst today, and why?',
  ask: async (use) => {
    const { data } = await use('list_attention', {});
    const id = at(data, 'exceptions', '0', 'exceptionId');
    const { data: explained } = await use('explain_exception', { exceptionId: id });
    return [id, at(explained, 'exception', 'type')];
  },
  truth: async (caller) => {
    const { records } = await caller.call('queryExceptions', {
      handleStatus: ['0', '1', '4'],
      endFlag: 0,
      parts: [],
      currentPage: 1,
      pageSize: 1,
      sortRules: [
        { columnName: 'severity', sortType: 'desc' },
        { columnName: 'createTime', sortType: 'desc' },
      ],
    });
    const row = records[0]?.obmAutotestResult;
    return [row?.obmAutotestResultId, row?.testPurposeName];
  },
});

/** The next sailings of a lane. */
const nextSailings = (fromPort: string, toPort: string): Question => ({
  zh: `${fromPort} 到 ${toPort} 未来四周有哪些船期？`,
  en: `Which sailings go from ${fromPort} to ${toPort} in four weeks?`,
  ask: async (use) => {
    const { data } = await use('find_sailings', { from: fromPort, to: toPort });
    return [
      at(data, 'total'),
      momentOf(at(data, 'sailings', '0', 'departure', 'utc')),
      momentOf(at(data, 'sailings', '0', 'arrival', 'utc')),
    ];
  },
  truth: async (caller) => {
    const { records } = await caller.call('sailingQuery', { fromPort, toPort, weeks: 4, sortBy: 'departure' });
    return [records.length, records[0]?.departureTime ?? null, records[0]?.arrivalTime ?? null];
  },
});

/** What a lane costs. */
const prices = (from: string, to: string): Question => ({
  zh: `${from} 到 ${to} 最便宜的协议价是多少？`,
  en: `What is the cheapest agreed price from ${from} to ${to}?`,
  ask: async (use) => {
    const { data } = await use('find_rates', { from, to });
    return [
      at(data, 'rates', '0', 'totalUsd') ?? null,
      at(data, 'rates', '0', 'validTo') ?? null,
      at(data, 'offersTotal'),
    ];
  },
  truth: async (caller) => {
    const lane = { polCode: [from], podCode: [to], currentPage: 1, pageSize: 10 };
    const { records } = await caller.call('agentPrice.list', {
      ...lane,
      sortRules: [{ columnName: 'totalUsd', sortType: 'asc' }],
    });
    const { totalRecord } = await caller.call('spotOffer.list', lane);
    return [records[0]?.totalUsd ?? null, records[0]?.validTo ?? null, totalRecord];
  },
});

/** How a port is. */
const howIsPort = (portCode: string): Question => ({
  zh: `${portCode} 港口堵不堵，有哪些船要来？`,
  en: `Is ${portCode} congested, and which ships come?`,
  ask: async (use) => {
    const { data } = await use('port_situation', { port: portCode });
    return [
      at(data, 'total'),
      at(data, 'congestion', 'waiting') ?? null,
      at(data, 'congestion', 'medianWaitHours') ?? null,
    ];
  },
  truth: async (caller) => {
    const { totalRecord } = await caller.call('portCallQuery', { portCode, currentPage: 1, pageSize: 10 });
    const port = (await caller.call('riskMap', {})).ports.find((row) => row.portCode === portCode);
    return [totalRecord, port?.waiting ?? null, port?.medianWaitHours ?? null];
  },
});

/** Where a vessel is. */
const whereIsVessel = (imo: string, name: string): Question => ({
  zh: `${name}（IMO ${imo}）现在在哪里？`,
  en: `Where is ${name} (IMO ${imo}) now?`,
  ask: async (use) => {
    const { data } = await use('vessel_position', { vessel: imo });
    return rowsOf(data, 'vessels').map((row) => [at(row, 'mmsi'), at(row, 'lon'), at(row, 'lat')]);
  },
  truth: async (caller) =>
    (await caller.call('vesselPositions', { imo })).slice(0, 10).map(({ mmsi, lon, lat }) => [mmsi, lon, lat]),
});

/** Who says an estimate. */
const whoSays = (reference: string, id: string): Question => ({
  zh: `${reference} 的预计到港时间是谁报告的？`,
  en: `Who reported the estimated arrival of ${reference}?`,
  ask: async (use) => {
    const { data } = await use('explain_value', { reference, value: 'eta' });
    return [momentOf(at(data, 'value', 'winner', 'time', 'utc')), rowsOf(at(data, 'value'), 'others').length];
  },
  truth: async (caller) => {
    const stated = (await caller.call('getTrace', { obmBkId: id })).provenance['booking.eta'];
    return [stated?.winner.value ?? null, stated?.others.length ?? 0];
  },
});

/** Which orders come late. */
const ordersLate = (risk: 'late' | 'atRisk'): Question => ({
  zh: risk === 'late' ? '有哪些订单已经迟了？' : '有哪些订单可能会迟？',
  en: risk === 'late' ? 'Which orders are late?' : 'Which orders may be late?',
  ask: async (use) => {
    const { data } = await use('orders_at_risk', { risk });
    return [at(data, 'total'), rowsOf(data, 'orders').map((row) => at(row, 'lateDays'))];
  },
  truth: async (caller) => {
    const { records, totalRecord } = await caller.call('order.list', {
      tab: risk,
      currentPage: 1,
      pageSize: 10,
      sortRules: [{ columnName: 'lateDays', sortType: 'desc' }],
    });
    return [totalRecord, records.map(({ lateDays }) => lateDays)];
  },
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Thirty questions; each turn asks about other things. */
export function questionsIn({ shipment, exception, port, vessel }: Subjects, turn: number): Question[] {
  const from = turn * 10;
  return [
    ...range(6).map((n) => whereIs(shipment(from + n).referenceNo, shipment(from + n).obmBkId)),
    ...range(3).map((n) => inMail(shipment(from + n), shipment(from + n + 20))),
    attention(false),
    attention(true),
    worst(),
    ...range(4).map((n) => {
      const { obmAutotestResultId: id, blNo, ctnNo } = exception(from + n);
      return whyException(id, blNo ?? ctnNo ?? '');
    }),
    ...range(3).map((n) => nextSailings(shipment(from + 5 * n).polCode, shipment(from + 5 * n).podCode)),
    ...range(2).map((n) => prices(shipment(from + n).polCode, shipment(from + n).podCode)),
    ...range(2).map((n) => howIsPort(port(from + n))),
    ...range(3).map((n) => whereIsVessel(vessel(from + n).imo, vessel(from + n).vesselName)),
    ...range(2).map((n) => whoSays(shipment(from + n).referenceNo, shipment(from + n).obmBkId)),
    ordersLate('late'),
    ordersLate('atRisk'),
  ];
}
