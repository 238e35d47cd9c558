import { z } from 'zod';
import { asRecord } from '#shared/values/objects.ts';
import { defineCalls, wireFlag, wireId } from '../call.ts';
import { bookingRow, containerRow, documentRow, legRow, sentBack, statusRow } from '../wire/rows.ts';
import { trackingMenus } from '../menus.ts';

/** Those who correct business data. */
const editorMenus = ['/exception-manage', '/exception-subscribe'] as const;

/** A booking with its children. */
const businessData = z.object({
  obmBk: bookingRow,
  obmDoc: documentRow,
  obmMultiVessel: z.array(legRow),
  obmDocActualContainerList: z.array(containerRow),
  mdStatusRecordList: z.array(statusRow),
});
export type BusinessData = z.output<typeof businessData>;

/** A booking in a list of them: whose it is. */
const listedBooking = bookingRow.extend({
  obmTkSubscribeId: z.string(),
  tenantCode: z.string(),
  tenantName: z.string(),
});
/** The same with its children, which may be left out, and how many there are. */
const listedBusiness = z.object({
  ...businessData.partial().shape,
  obmBk: listedBooking,
  counts: z.object({ legs: z.number().int(), containers: z.number().int(), statuses: z.number().int() }),
});
export type ListedBusiness = z.output<typeof listedBusiness>;

const text = z.union([z.string(), z.number()]).nullish();
const noId = z.union([z.literal(''), z.null()]).transform(() => undefined);
const id = z.union([wireId, noId]).optional();
/** Ids of rows within a booking: its id, a dash and the key of the row. */
const rowId = z.union([z.string().max(300), z.number()]).nullish();

const bookingInput = z.object({
  ...sentBack(listedBooking),
  obmBkId: id,
  obmTkSubscribeId: id,
  isBillNo: wireFlag.nullish(),
  blNo: text,
  ctnNo: text,
  carrierCode: text,
  custVessel: text,
  custVoyage: text,
  processType: text,
  bizSourceType: text,
  polCode: text,
  podCode: text,
  recordVersion: z.coerce.number().int().nullish(),
});
const legInput = z.object({ ...sentBack(legRow), obmMultiVesseId: rowId, polCode: text, podCode: text });
const containerInput = z.object({ ...sentBack(containerRow), obmDocActualContainerId: rowId, ctnNo: text });
const statusInput = z.object({
  ...sentBack(statusRow),
  mdStatusRecordId: rowId,
  containerNo: text,
  statusCode: text,
  portCode: text,
});

/** What is saved: a list that is left out stays as it is, a list that is given is the whole list. */
const businessDataInput = z.object({
  obmTkSubscribeId: id,
  obmBk: bookingInput,
  obmDoc: z.object(sentBack(documentRow)).nullish(),
  obmMultiVessel: z.array(legInput).max(20).nullish(),
  obmDocActualContainerList: z.array(containerInput).max(2000).nullish(),
  mdStatusRecordList: z.array(statusInput).max(40_000).nullish(),
});
export type BusinessDataInput = z.output<typeof businessDataInput>;

const changed = z.object({
  /** What undoes the act; null where there was nothing to do. */
  changeIds: z.array(z.string()),
  deleted: z.number().int(),
});

const many = 20_000;
/** Rows to delete: each by its id, as the whole row, or with others in a list of ids. */
function rowsToDelete(input: z.ZodObject, key: string) {
  const one = z.union([rowId, z.object({ ids: z.array(rowId).max(many) }), input]);
  const list = z.union([z.array(one).max(many), one]).transform((given) =>
    (Array.isArray(given) ? given : given == null ? [] : [given]).flatMap((item) => {
      if (typeof item !== 'object' || item === null) return [item];
      const { ids, [key]: own } = asRecord(item);
      return Array.isArray(ids) ? ids : [own];
    }),
  );
  return list.pipe(z.array(rowId).max(many));
}

const bySubscription = z.object({ obmTkSubscribeId: wireId.nullish(), processType: z.string().max(60).optional() });

/** Calls that read and change bookings with their legs, containers and milestones. */
export const businessDataCalls = defineCalls({
  saveBusinessData: {
    method: 'POST',
    path: '/api/data/exceptionManage/saveOrUpdateBusinessData',
    access: editorMenus,
    summary: { zh: '保存业务数据', en: 'Save a booking with its legs, containers and milestones' },
    body: businessDataInput,
    data: businessData,
  },
  expertBusinessData: {
    method: 'GET',
    path: '/api/data/exceptionManage/queryExpertBusinessDataBySubscribeId',
    access: editorMenus,
    summary: { zh: '订阅的专家业务数据', en: "A subscription's expert booking, or a new one with its defaults" },
    query: bySubscription,
    data: businessData,
  },
  automaticBkInfo: {
    method: 'POST',
    path: '/api/data/exceptionManage/queryAutomaticBkInfo',
    access: editorMenus,
    summary: { zh: '向数据源查询自助订舱信息', en: 'Ask the sources for a booking' },
    body: z.object({
      blNo: text,
      ctnNo: text,
      carrierCode: text,
      custVessel: text,
      custVoyage: text,
      inOutFlag: text,
      /** Names the look-up in the progress that browsers hear of. */
      lookupId: z.string().max(64).nullish(),
    }),
    data: z.object({
      ...businessData.partial().shape,
      /** What each source answered. */
      sources: z.array(
        z.object({
          code: z.string(),
          nameCn: z.string(),
          nameEn: z.string(),
          state: z.enum(['found', 'unknown', 'failed', 'robot']),
          message: z.string().nullable(),
        }),
      ),
    }),
  },
  exceptionBusiness: {
    method: 'POST',
    path: '/api/data/exceptionManage/queryExceptionBusiness',
    access: trackingMenus,
    summary: { zh: '异常业务数据', en: 'Bookings of a subscription or of a vessel voyage, with their children' },
    body: z.object({
      bkId: id,
      remoteJobId: z.union([z.string().max(60), z.number()]).nullish(),
      businessType: z.enum(['subscribe', 'vesselVoyage']).nullish(),
      /** 0 = the bookings alone, with how many children each has. */
      children: wireFlag.nullish(),
    }),
    data: z.array(listedBusiness),
  },
  copyArrival: {
    method: 'POST',
    path: '/api/data/exceptionManage/batchUpdateRpaPodArrivedData',
    access: editorMenus,
    summary: { zh: '批量更新同航次到港时间', en: 'Give bookings of the same voyage the arrival of one of them' },
    body: z.object({
      templateBkId: id,
      otherBkIdList: z.array(wireId).max(5000).nullish(),
      /** 1 = only tell what would change. */
      preview: wireFlag.nullish(),
    }),
    data: z.object({
      changeIds: z.array(z.string()),
      rows: z.array(
        z.object({
          obmBkId: z.string(),
          blNo: z.string().nullable(),
          ctnNo: z.string().nullable(),
          before: z.number().nullable(),
          after: z.number(),
          zone: z.string().nullable(),
          changed: z.union([z.literal(0), z.literal(1)]),
          /** Why it is changed or not: it has this arrival, or changes with another booking of its subscription. */
          state: z.enum(['changing', 'same', 'withSubscription']),
        }),
      ),
    }),
  },
  deleteBusinessData: {
    method: 'POST',
    path: '/api/data/exceptionManage/deleteBusinessData',
    access: editorMenus,
    summary: { zh: '删除业务数据', en: 'Delete bookings' },
    body: z.array(wireId).max(5000).nullish(),
    data: changed,
  },
  deleteContainers: {
    method: 'POST',
    path: '/api/data/exceptionManage/deleteCtnInfoAndStatusInfo',
    access: editorMenus,
    summary: { zh: '删除箱信息和状态信息', en: 'Delete containers with their milestones' },
    body: rowsToDelete(containerInput, 'obmDocActualContainerId'),
    data: changed,
  },
  deleteStatuses: {
    method: 'POST',
    path: '/api/data/exceptionManage/deleteStatusInfo',
    access: editorMenus,
    summary: { zh: '删除状态信息', en: 'Delete milestones' },
    body: rowsToDelete(statusInput, 'mdStatusRecordId'),
    data: changed,
  },
  deleteStatusRecords: {
    method: 'POST',
    path: '/api/data/mdStatusRecord/deletes',
    access: editorMenus,
    summary: { zh: '批量删除状态信息', en: 'Delete many milestones' },
    body: rowsToDelete(statusInput, 'mdStatusRecordId'),
    data: changed,
  },
  // The specification has GET for what acts; the header that no link can send guards it, and our own client posts.
  deleteLegs: {
    method: 'POST',
    path: '/api/data/exceptionManage/deleteMultiVesselInfo',
    access: editorMenus,
    also: 'GET',
    summary: { zh: '删除全部船期信息', en: 'Delete all legs of a booking' },
    query: z.object({ obmBkId: id }),
    body: z.object({ obmBkId: id }),
    data: changed,
  },
  deleteLeg: {
    method: 'POST',
    path: '/api/data/exceptionManage/deleteObmMultiVessel',
    access: editorMenus,
    also: 'GET',
    summary: { zh: '删除一程船期信息', en: 'Delete a leg' },
    query: z.object({ obmMultiVesseId: rowId }),
    body: z.object({ obmMultiVesseId: rowId }),
    data: changed,
  },
  deleteStatusRecord: {
    method: 'POST',
    path: '/api/data/exceptionManage/deleteMdStatusRecode',
    access: editorMenus,
    also: 'GET',
    summary: { zh: '删除一条状态信息', en: 'Delete a milestone' },
    query: z.object({ mdStatusRecordId: rowId }),
    body: z.object({ mdStatusRecordId: rowId }),
    data: changed,
  },
  undoBusinessData: {
    method: 'POST',
    path: '/api/data/exceptionManage/undoBusinessData',
    access: editorMenus,
    summary: { zh: '撤销业务数据修改', en: 'Take back a change of business data' },
    body: z.object({ changeId: wireId.nullish() }),
    data: z.null(),
  },
});
