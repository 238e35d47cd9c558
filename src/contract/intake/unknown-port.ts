import { z } from 'zod';
import { unknownPortsList } from '#lists/unknown-ports.ts';
import { defineCalls, filterText, pageInput, pageOf, wireFlag, wireId } from '../call.ts';
import { listFilters, listRow } from '../list.ts';
import { recomputeRun } from './precedence.ts';

const portMenus = ['/unknown-ports'] as const;

const text = z.string().nullable();
const time = z.number().nullable();

/** A port that may be meant, and what speaks for it. */
const guess = z.object({
  portCode: z.string(),
  portName: z.string(),
  portNameCn: text,
  countryCode: text,
  /** 0 to 100. */
  score: z.number().int(),
  reasons: z.array(z.enum(['sameShipment', 'sameName', 'similarCode', 'sameLane', 'sameCountry'])),
});
export type PortGuess = z.output<typeof guess>;

const unknownPort = listRow(unknownPortsList).extend({
  sourceCode: z.string(),
  sourceName: z.string(),
  carrierCode: text,
  portCode: text,
  portName: text,
  portNameCn: text,
  /** The milestone that words mean. */
  statusCode: text,
  statusName: text,
  places: z.array(z.string()),
  mappedByName: text,
  recordVersion: z.number().int(),
  guesses: z.array(guess),
  run: recomputeRun.nullable(),
});
export type UnknownPort = z.output<typeof unknownPort>;

const example = z.object({
  obmBkId: text,
  obmTkSubscribeId: z.string(),
  tenantCode: z.string(),
  blNo: text,
  ctnNo: text,
  place: text,
  portOfLoading: text,
  portOfDischarge: text,
  seenTime: time,
});
export type UnknownPortExample = z.output<typeof example>;

const acting = { unknownPortId: wireId, recordVersion: z.coerce.number().int().min(1) };

/** Calls about ports nobody knows. */
export const unknownPortCalls = defineCalls({
  unknownPortQuery: {
    method: 'POST',
    path: '/api/product/unknownPort/query',
    access: portMenus,
    summary: { zh: '查询未识别港口', en: 'Ports that sources name by a code nobody knows' },
    body: z.object({ ...pageInput, ...listFilters(unknownPortsList) }),
    data: pageOf(unknownPort),
  },
  unknownPortGet: {
    method: 'GET',
    path: '/api/product/unknownPort/get',
    access: portMenus,
    summary: { zh: '未识别港口详情', en: 'One unknown port with examples of shipments' },
    query: z.object({ unknownPortId: wireId }),
    data: z.object({ port: unknownPort, examples: z.array(example) }),
  },
  unknownPortMap: {
    method: 'POST',
    path: '/api/product/unknownPort/map',
    access: portMenus,
    summary: {
      zh: '映射未识别港口',
      en: 'Say which port is meant (or that it is none) and heal the waiting shipments',
    },
    body: z.object({
      ...acting,
      /** Left out: it is no port. */
      portCode: filterText(20),
      /** Of words: the milestone they mean; left out: none. */
      statusCode: filterText(20),
      /** 1: for every source that writes it. */
      allSources: wireFlag.default(0),
    }),
    data: z.object({ ports: z.array(unknownPort) }),
  },
  unknownPortUnmap: {
    method: 'POST',
    path: '/api/product/unknownPort/unmap',
    access: portMenus,
    summary: { zh: '撤销港口映射', en: 'Take a mapping back; the shipments are made again without it' },
    body: z.object(acting),
    data: unknownPort,
  },
});
