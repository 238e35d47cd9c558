import { z } from 'zod';
import { defineCalls } from '../call.ts';

export const portRecord = z.object({
  portCode: z.string(),
  portName: z.string(),
  portNameCn: z.string().nullable(),
  portNameDesc: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  portTimeZone: z.string().nullable(),
});
export const vesselRecord = z.object({
  vesselName: z.string(),
  imo: z.string().nullable(),
  mmsi: z.string().nullable(),
  callSign: z.string().nullable(),
  flag: z.string().nullable(),
  carrierCode: z.string().nullable(),
  teu: z.number().nullable(),
});
export const carrierRecord = z.object({
  carrierCode: z.string(),
  scac: z.string().nullable(),
  carrierName: z.string(),
  carrierNameCn: z.string().nullable(),
  carrierUrl: z.string().nullable(),
});
export const airportRecord = z.object({
  airportCode: z.string(),
  icao: z.string().nullable(),
  airportName: z.string(),
  airportNameCn: z.string().nullable(),
  countryCode: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  airportTimeZone: z.string().nullable(),
});
export const airlineRecord = z.object({
  airlineCode: z.string(),
  awbPrefix: z.string().nullable(),
  airlineName: z.string(),
  airlineNameCn: z.string().nullable(),
  countryCode: z.string().nullable(),
});
export const statusRecord = z.object({
  statusCode: z.string(),
  statusNameCn: z.string(),
  statusNameEn: z.string(),
  stageCode: z.string(),
  stageName: z.string(),
  stageNameEn: z.string(),
  stageSequence: z.number(),
  statusSequence: z.number(),
});
const dictRecord = z.object({
  codeType: z.string(),
  codeValue: z.string(),
  displayValueCn: z.string().nullable(),
  displayValueEn: z.string().nullable(),
});
const exceptionTypeRecord = z.object({
  exceptionTypeCode: z.string(),
  exceptionTypeName: z.string(),
  exceptionTypeNameEn: z.string(),
  description: z.string().nullable(),
  descriptionEn: z.string().nullable(),
  severity: z.string(),
});

/** Remote pickers: 20 per page, text match on code, names, pinyin. */
const pickerQuery = z.object({
  keyword: z.string().max(100).optional(),
  codes: z.union([z.string().max(4_000), z.array(z.string().max(100)).max(500)]).optional(),
  currentPage: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});
const pickerPage = <T extends z.ZodType>(record: T) =>
  z.object({ records: z.array(record), totalPage: z.number().int(), totalRecord: z.number().int() });

export const masterdataCalls = defineCalls({
  allCarriers: {
    method: 'GET',
    path: '/api/data/md/queryAllCarrier',
    access: 'session',
    summary: { zh: '全部船公司', en: 'All carriers' },
    data: z.array(carrierRecord),
  },
  allOperators: {
    method: 'GET',
    path: '/api/data/md/queryAllOperator',
    access: 'session',
    summary: { zh: '全部承运方(各运输方式)', en: 'All who carry goods, in every mode' },
    data: z.array(
      z.object({
        operatorCode: z.string(),
        mode: z.enum(['sea', 'air', 'rail', 'road', 'courier']),
        operatorName: z.string(),
        operatorNameCn: z.string().nullable(),
      }),
    ),
  },
  allVessels: {
    method: 'GET',
    path: '/api/data/md/queryAllVessel',
    access: 'session',
    summary: { zh: '全部船舶(很多时只含在用的)', en: 'All vessels, or those in use where they are many' },
    data: z.array(vesselRecord),
  },
  allPorts: {
    method: 'GET',
    path: '/api/data/md/queryAllPort',
    access: 'session',
    summary: { zh: '全部港口(很多时只含在用的)', en: 'All ports, or those in use where they are many' },
    data: z.array(portRecord),
  },
  allStatuses: {
    method: 'GET',
    path: '/api/data/md/queryAllStatus',
    access: 'session',
    summary: { zh: '全部状态', en: 'All milestones' },
    data: z.array(statusRecord),
  },
  allDict: {
    method: 'GET',
    path: '/api/data/md/queryAllDict',
    access: 'session',
    summary: { zh: '全部字典', en: 'The whole dictionary' },
    data: z.array(dictRecord),
  },
  dictValues: {
    method: 'GET',
    path: '/api/product/mdCodeDict/query',
    access: 'session',
    summary: { zh: '字典值', en: 'Values of one code type' },
    query: z.object({
      currentPage: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(9999).default(999),
      searchColumns: z.any().optional(),
    }),
    data: z.object({ mdCodeDicts: z.array(dictRecord), totalPage: z.number().int(), totalRecord: z.number().int() }),
  },
  exceptionTypes: {
    method: 'GET',
    path: '/api/product/mdExceptionTypeExt/queryByExceptionSourceCode',
    access: 'session',
    summary: { zh: '异常类型', en: 'Exception types of a source' },
    query: z.object({ exceptionSourceCode: z.string().max(50).default('AUTOTEST') }),
    data: z.array(exceptionTypeRecord),
  },
  searchPorts: {
    method: 'GET',
    path: '/api/masterdata/port/query',
    access: 'session',
    summary: { zh: '查找港口', en: 'Find ports' },
    query: pickerQuery,
    data: pickerPage(portRecord),
  },
  searchVessels: {
    method: 'GET',
    path: '/api/masterdata/vessel/query',
    access: 'session',
    summary: { zh: '查找船舶', en: 'Find vessels' },
    query: pickerQuery,
    data: pickerPage(vesselRecord),
  },
  searchCarriers: {
    method: 'GET',
    path: '/api/masterdata/carrier/query',
    access: 'session',
    summary: { zh: '查找船公司', en: 'Find carriers' },
    query: pickerQuery,
    data: pickerPage(carrierRecord),
  },
  searchAirports: {
    method: 'GET',
    path: '/api/masterdata/airport/query',
    access: 'session',
    summary: { zh: '查找机场', en: 'Find airports' },
    query: pickerQuery,
    data: pickerPage(airportRecord),
  },
  searchAirlines: {
    method: 'GET',
    path: '/api/masterdata/airline/query',
    access: 'session',
    summary: { zh: '查找航空公司', en: 'Find airlines' },
    query: pickerQuery,
    data: pickerPage(airlineRecord),
  },
});
