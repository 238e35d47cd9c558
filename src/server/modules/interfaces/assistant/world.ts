import { z } from 'zod';
import type { CallData } from '#contract/index.ts';
import { forbidden } from '#server/platform/errors/app-error.ts';
import type { Desk } from './desk.ts';
import { portCodeOf } from './ports.ts';
import {
  joined,
  listed,
  listedOf,
  maybe,
  moreLine,
  pageInput,
  quoted,
  rowsShown,
  momentShape,
  words,
} from './shapes.ts';
import { defineTool } from './tool.ts';

const callShape = z.object({
  carrier: maybe(z.string()),
  state: z.string(),
  arrival: maybe(momentShape),
  departure: maybe(momentShape),
  quoted,
});

type Turn = { planned: number | null; estimated: number | null; actual: number | null };
const instantOf = ({ actual, estimated, planned }: Turn): number | null => actual ?? estimated ?? planned;

function presentCall(
  desk: Desk,
  row: CallData<'portCallQuery'>['records'][number],
  zone: string | null,
): z.input<typeof callShape> {
  return {
    carrier: desk.carrier(row.carrierCode),
    state: desk.text(`assistant.berth.${row.state}`),
    arrival: desk.timeOr(instantOf(row.arrival), zone),
    departure: desk.timeOr(instantOf(row.departure), zone),
    quoted: words({ vessel: row.vesselName, terminal: row.terminal }),
  };
}

type Crowd = CallData<'riskMap'>['ports'][number];

const crowdOf = (port: Crowd | undefined) =>
  port === undefined
    ? null
    : {
        waiting: port.waiting,
        medianWaitHours: port.medianWaitHours,
        normalWaitHours: port.normalWaitHours,
        index: port.index,
      };

export const portSituation = defineTool({
  name: 'port_situation',
  scope: 'read',
  title: { zh: '港口情况', en: 'Situation at a port' },
  description: {
    zh: '一个港口有多拥堵（在锚地等待的船、等待时间与平常相比），以及靠泊计划中的船，每页十条。港口可以用代码或名称。',
    en: 'How crowded a port is (vessels at anchor, waiting time against the usual) and the vessels of its berth plan, ten to a page. Port by code or by name.',
  },
  input: z.strictObject({ port: z.string().min(2).max(60).describe('Port: code or name'), page: pageInput }),
  output: z.object({
    ...listed,
    port: z.string(),
    congestion: maybe(
      z.object({
        waiting: z.number().int(),
        medianWaitHours: maybe(z.number()),
        normalWaitHours: maybe(z.number()),
        index: maybe(z.number()),
      }),
    ),
    calls: z.array(callShape),
    link: z.string(),
  }),
  run: async (desk, { port, page }) => {
    if (!desk.may('riskMap') && !desk.may('portCallQuery')) throw forbidden();
    const portCode = await portCodeOf(desk, port);
    const [map, plan] = await Promise.all([
      desk.may('riskMap') ? desk.ask('riskMap', {}) : undefined,
      desk.may('portCallQuery')
        ? desk.ask('portCallQuery', { portCode, currentPage: page, pageSize: rowsShown })
        : undefined,
    ]);
    const congestion = crowdOf(map?.ports.find((row) => row.portCode === portCode));
    const calls = (plan?.records ?? []).map((row) => presentCall(desk, row, desk.zoneOf(portCode)));
    const total = plan?.totalRecord ?? 0;
    const link = desk.link('/port-vessel-schedule', { portCode });
    return {
      lines: [
        desk.port(portCode),
        congestion === null
          ? desk.text('assistant.noCongestion')
          : desk.text('assistant.congestion', {
              waiting: congestion.waiting,
              hours: congestion.medianWaitHours?.toFixed(1) ?? '-',
              usual: congestion.normalWaitHours?.toFixed(1) ?? '-',
            }),
        ...calls.map((row) =>
          joined(
            desk.quote(row.quoted['vessel'] ?? ''),
            row.carrier,
            row.state,
            `${row.arrival?.local ?? '-'} → ${row.departure?.local ?? '-'}`,
          ),
        ),
        moreLine(desk, total, page),
        link,
      ],
      data: { ...listedOf(total, page), port: desk.port(portCode) ?? portCode, congestion, calls, link },
    };
  },
});

const vesselShape = z.object({
  mmsi: z.string(),
  imo: maybe(z.string()),
  heard: maybe(momentShape),
  lon: maybe(z.number()),
  lat: maybe(z.number()),
  speedKn: maybe(z.number()),
  inPort: maybe(z.string()),
  quoted,
});

function presentVessel(desk: Desk, row: CallData<'vesselPositions'>[number]): z.input<typeof vesselShape> {
  return {
    mmsi: row.mmsi,
    imo: row.imo,
    heard: desk.timeOr(row.fixTime),
    lon: row.lon,
    lat: row.lat,
    speedKn: row.speed,
    inPort: desk.port(row.portCode),
    quoted: words({ vessel: row.vesselName, destination: row.destination }),
  };
}

/** Where the vessel is expected next, by whom; null where the person may not see it, or nobody expects anything. */
async function outlookOf(desk: Desk, mmsi: string) {
  if (!desk.may('vesselOutlook')) return null;
  const { nextPort, own, carrier } = await desk.ask('vesselOutlook', { mmsi });
  if (nextPort === null && own === null && carrier === null) return null;
  const zone = desk.zoneOf(nextPort);
  return {
    nextPort: desk.port(nextPort),
    ownPrediction: desk.timeOr(own?.eta, zone),
    carrierEstimate: desk.timeOr(carrier?.eta, zone),
  };
}

export const vesselPosition = defineTool({
  name: 'vessel_position',
  scope: 'read',
  title: { zh: '船舶位置', en: 'Position of a vessel' },
  description: {
    zh: '一艘船最近一次收到的位置、航速、所在港口，以及下一港的预计到达。用船名、IMO 或 MMSI 查询。',
    en: 'Where a vessel was heard last, her speed, the port she lies in, and when she is expected at her next port. Ask by name, IMO or MMSI.',
  },
  input: z.strictObject({
    vessel: z.string().min(3).max(60).describe('Name (at least its first three letters), IMO number or MMSI'),
  }),
  output: z.object({
    vessels: z.array(vesselShape),
    outlook: maybe(
      z.object({ nextPort: maybe(z.string()), ownPrediction: maybe(momentShape), carrierEstimate: maybe(momentShape) }),
    ),
    link: z.string(),
  }),
  run: async (desk, { vessel }) => {
    const given = vessel.trim();
    const found = await desk.ask(
      'vesselPositions',
      /^\d{9}$/.test(given) ? { mmsi: given } : /^\d{7}$/.test(given) ? { imo: given } : { vesselName: given },
    );
    const vessels = found.slice(0, rowsShown).map((row) => presentVessel(desk, row));
    const [only] = found;
    const outlook = only !== undefined && found.length === 1 ? await outlookOf(desk, only.mmsi) : null;
    const link = desk.link('/vessel-alone', only !== undefined && found.length === 1 ? { mmsi: only.mmsi } : undefined);
    return {
      lines: [
        vessels.length === 0 ? desk.text('assistant.noVessel') : null,
        ...vessels.map((row) =>
          joined(
            row.quoted['vessel'] === undefined ? null : desk.quote(row.quoted['vessel']),
            `MMSI ${row.mmsi}`,
            row.inPort === null ? null : desk.text('assistant.inPort', { port: row.inPort }),
            row.lat === null || row.lon === null ? null : `${row.lat.toFixed(4)}, ${row.lon.toFixed(4)}`,
            row.speedKn === null ? null : `${row.speedKn} kn`,
            row.quoted['destination'] === undefined
              ? null
              : desk.text('assistant.destination', { text: desk.quote(row.quoted['destination']) }),
            row.heard === null
              ? desk.text('assistant.neverHeard')
              : desk.text('assistant.heard', { time: row.heard.local }),
          ),
        ),
        outlook === null
          ? null
          : desk.text('assistant.nextPort', {
              port: outlook.nextPort ?? '-',
              own: outlook.ownPrediction?.local ?? '-',
              carrier: outlook.carrierEstimate?.local ?? '-',
            }),
        link,
      ],
      data: { vessels, outlook, link },
    };
  },
});
