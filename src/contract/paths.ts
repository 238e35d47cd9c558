import { analyticsPaths } from './interfaces/analytics-paths.ts';
import { ruleBacktestPaths } from './exceptions/rule-backtest-paths.ts';
import { calendarPaths } from './interfaces/calendar-paths.ts';
import { connectedProgramPaths } from './interfaces/connected-program-paths.ts';
import { businessDataPaths } from './tracking/business-data-paths.ts';
import { incidentPaths } from './exceptions/incident-paths.ts';
import { jobPaths } from './execution/job-paths.ts';
import { integrationPaths } from './interfaces/integration-paths.ts';
import { mailImportPaths } from './intake/mail-import-paths.ts';
import { refusalPaths } from './intake/refusal-paths.ts';
import { orderPaths } from './commerce/order-paths.ts';
import { bookingPaths } from './commerce/booking-paths.ts';
import { freightPaths } from './commerce/freight-paths.ts';
import { flightPaths } from './network/flight-paths.ts';
import { sailingPaths } from './network/sailing-paths.ts';
import { handOverPaths } from './tracking/hand-over-paths.ts';
import { whatIfPaths } from './commerce/what-if-paths.ts';
import { reportPaths } from './exceptions/report-paths.ts';
import { eventPaths } from './exceptions/event-paths.ts';
import { riskPaths } from './network/risk-paths.ts';
import { vesselPaths } from './network/vessel-paths.ts';
import { robotProtocolPaths } from './execution/robot-protocol-paths.ts';
import { versionWorkPaths } from './execution/version-work-paths.ts';
import { rpaPaths } from './intake/rpa-paths.ts';
import { schedulePaths } from './execution/schedule-paths.ts';
import { sourcePaths } from './intake/source-paths.ts';
import { subscriptionPaths } from './tracking/subscription-paths.ts';
import type { EntityCall, PartCall } from './entity-paths.ts';
import type { BoardCall, ListCall } from './list-paths.ts';
import { airPaths } from './tracking/air-paths.ts';
import { landPaths } from './tracking/land-paths.ts';
import { tracePaths } from './tracking/trace-paths.ts';
import { trackingMenus } from './tracking/tracking-menus.ts';
import { sessionPaths } from './administration/session-paths.ts';
import { truthPaths } from './intake/source-trust-paths.ts';
import { vehiclePaths } from './network/vehicle-paths.ts';

/**
 * Every call of the product: method, path and who may make it. No zod here, so that the browser can
 * carry this table; shapes are in the sibling files under the same keys. The calls of configuration
 * entities follow from their declarations: all-paths.ts has both.
 *
 * access: 'public' = anybody; 'session' = anyone who is signed in; 'admin' = administrators;
 * a list = anyone who has one of these menu codes.
 */
export type Access = 'public' | 'session' | 'admin' | readonly string[];

export type CallPath = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  /** A second method on the same path: the literal GET of the specification beside our own POST. */
  readonly also?: 'GET' | 'POST';
};

const exceptionMenus = ['/exception-manage', '/exception-manage/handle'] as const;
const ediMenus = ['/edi-manager'] as const;
/** Positions are shown wherever cargo or vessels are followed. */
const vesselMenus = [...trackingMenus, '/vessel-alone', '/oms-ais'] as const;

export const ownPaths = {
  ...sessionPaths,
  updatePassword: { method: 'POST', path: '/api/auth/user/updatePassword', access: 'session', also: 'GET' },
  secondFactor: { method: 'GET', path: '/api/auth/account/secondFactor', access: 'session' },
  secondFactorBegin: { method: 'POST', path: '/api/auth/account/secondFactor/begin', access: 'session' },
  secondFactorConfirm: { method: 'POST', path: '/api/auth/account/secondFactor/confirm', access: 'session' },
  secondFactorEnd: { method: 'POST', path: '/api/auth/account/secondFactor/end', access: 'session' },
  // Not named as reading calls are: an embedded page must not see where somebody is signed in.
  ownSessions: { method: 'GET', path: '/api/auth/account/logins', access: 'session' },
  ownSessionEnd: { method: 'POST', path: '/api/auth/account/endLogin', access: 'session' },
  frameToken: { method: 'POST', path: '/api/auth/user/frameToken', access: 'session' },
  tenants: { method: 'GET', path: '/api/auth/tenant/getAll', access: 'session' },
  users: { method: 'GET', path: '/api/auth/wlUser/query', access: 'session' },
  userQuery: { method: 'POST', path: '/api/auth/user/query', access: 'admin', also: 'GET' },
  userGet: { method: 'GET', path: '/api/auth/user/get', access: 'admin' },
  userInsert: { method: 'POST', path: '/api/auth/user/insert', access: 'admin' },
  userUpdate: { method: 'POST', path: '/api/auth/user/update', access: 'admin' },
  userDelete: { method: 'POST', path: '/api/auth/user/delete', access: 'admin', also: 'GET' },
  userRestore: { method: 'POST', path: '/api/auth/user/restore', access: 'admin' },
  userResetPassword: { method: 'POST', path: '/api/auth/user/resetPassword', access: 'admin' },
  userSessions: { method: 'GET', path: '/api/auth/user/sessions', access: 'admin' },
  userResetSecondFactor: { method: 'POST', path: '/api/auth/user/resetSecondFactor', access: 'admin' },
  userEndSessions: { method: 'POST', path: '/api/auth/user/endSessions', access: 'admin' },
  userEndSession: { method: 'POST', path: '/api/auth/user/endSession', access: 'admin' },
  roleTemplates: { method: 'GET', path: '/api/auth/role/query', access: 'admin' },
  roleTemplateSave: { method: 'POST', path: '/api/auth/role/save', access: 'admin' },
  roleTemplateDelete: { method: 'POST', path: '/api/auth/role/delete', access: 'admin' },

  auditQuery: { method: 'POST', path: '/api/product/audit/query', access: 'admin' },
  auditExport: { method: 'POST', path: '/api/product/audit/export', access: 'admin' },
  auditChoices: { method: 'GET', path: '/api/product/audit/choices', access: 'admin' },

  preferenceGet: { method: 'GET', path: '/api/product/preference/get', access: 'session' },
  preferenceSave: { method: 'POST', path: '/api/product/preference/save', access: 'session' },
  savedViews: { method: 'GET', path: '/api/product/savedView/query', access: 'session' },
  savedViewSave: { method: 'POST', path: '/api/product/savedView/save', access: 'session' },
  savedViewDelete: { method: 'POST', path: '/api/product/savedView/delete', access: 'session' },
  savedViewChoose: { method: 'POST', path: '/api/product/savedView/choose', access: 'session' },

  allCarriers: { method: 'GET', path: '/api/data/md/queryAllCarrier', access: 'session' },
  allOperators: { method: 'GET', path: '/api/data/md/queryAllOperator', access: 'session' },
  allVessels: { method: 'GET', path: '/api/data/md/queryAllVessel', access: 'session' },
  allPorts: { method: 'GET', path: '/api/data/md/queryAllPort', access: 'session' },
  allStatuses: { method: 'GET', path: '/api/data/md/queryAllStatus', access: 'session' },
  allDict: { method: 'GET', path: '/api/data/md/queryAllDict', access: 'session' },
  dictValues: { method: 'GET', path: '/api/product/mdCodeDict/query', access: 'session' },
  exceptionTypes: {
    method: 'GET',
    path: '/api/product/mdExceptionTypeExt/queryByExceptionSourceCode',
    access: 'session',
  },
  searchPorts: { method: 'GET', path: '/api/masterdata/port/query', access: 'session' },
  searchVessels: { method: 'GET', path: '/api/masterdata/vessel/query', access: 'session' },
  searchCarriers: { method: 'GET', path: '/api/masterdata/carrier/query', access: 'session' },
  searchAirports: { method: 'GET', path: '/api/masterdata/airport/query', access: 'session' },
  searchAirlines: { method: 'GET', path: '/api/masterdata/airline/query', access: 'session' },

  // Who may import is the entity's own access, checked by the call.
  importOpen: { method: 'POST', path: '/api/product/import/open', access: 'session' },
  importRows: { method: 'POST', path: '/api/product/import/rows', access: 'session' },
  importRun: { method: 'POST', path: '/api/product/import/run', access: 'session' },
  importGet: { method: 'GET', path: '/api/product/import/get', access: 'session' },
  importResult: { method: 'GET', path: '/api/product/import/result', access: 'session' },

  // Who may export is anyone who may read the list, checked by the call; files are for anyone who ordered them.
  exportOrder: { method: 'POST', path: '/api/product/export/order', access: 'session' },
  exportGet: { method: 'GET', path: '/api/product/export/get', access: 'session' },
  exportList: { method: 'GET', path: '/api/product/export/query', access: 'session' },
  exportCancel: { method: 'POST', path: '/api/product/export/cancel', access: 'session' },
  exportDownload: { method: 'GET', path: '/api/product/export/download', access: 'session' },

  queryExceptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/queryExceptionManageInfo',
    access: exceptionMenus,
  },
  exportExceptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/exportExceptionManageInfo',
    access: exceptionMenus,
  },
  assignExceptions: { method: 'POST', path: '/api/data/obmAutotestResultExt/batchAssign', access: exceptionMenus },
  updateExceptionStatus: {
    method: 'POST',
    path: '/api/data/obmAutotestResultExt/batchUpdateHandleStatus',
    access: exceptionMenus,
  },
  updateException: { method: 'POST', path: '/api/data/exceptionManage/updateAutotestResult', access: exceptionMenus },
  undoHandling: { method: 'POST', path: '/api/data/exceptionManage/undoHandling', access: exceptionMenus },
  getBusinessData: { method: 'GET', path: '/api/data/exceptionManage/queryBusinessDataByBkId', access: trackingMenus },
  getTrace: { method: 'GET', path: '/api/data/trace/detail', access: trackingMenus },
  vesselPositions: { method: 'GET', path: '/api/data/ais/vessel/query', access: vesselMenus },
  vesselTrack: { method: 'GET', path: '/api/data/ais/vessel/track', access: vesselMenus },
  vesselPortCalls: { method: 'GET', path: '/api/data/ais/vessel/portCalls', access: vesselMenus },
  aisFeeds: { method: 'GET', path: '/api/data/ais/feed/query', access: exceptionMenus },

  // The handling page is open to everybody signed in, for links in mails; rows are those of the own tenants.
  exceptionResultById: { method: 'GET', path: '/api/data/obmAutotestResult/queryById', access: 'session' },
  allExceptionResults: { method: 'GET', path: '/api/data/obmAutotestResult/query_all', access: exceptionMenus },
  deleteExceptionResults: { method: 'POST', path: '/api/data/obmAutotestResult/deleteByIds', access: 'admin' },
  exceptionHistory: { method: 'GET', path: '/api/data/obmAutotestResult/history', access: 'session' },
  addExceptionComment: { method: 'POST', path: '/api/data/obmAutotestResult/addComment', access: 'session' },
  removeExceptionComment: { method: 'POST', path: '/api/data/obmAutotestResult/removeComment', access: 'session' },
  saveExceptionCauses: {
    method: 'POST',
    path: '/api/product/feign/exception/exceptionCause/save',
    access: exceptionMenus,
  },
  exceptionCauses: {
    method: 'GET',
    path: '/api/product/feign/exception/exceptionCause/queryByBusinessTypeAndId01',
    access: 'session',
  },
  exceptionCauseById: { method: 'GET', path: '/api/product/wlExceptionCause/queryById', access: 'session' },
  allExceptionCauses: { method: 'GET', path: '/api/product/wlExceptionCause/query_all', access: exceptionMenus },
  deleteExceptionCauses: { method: 'POST', path: '/api/product/wlExceptionCause/deleteByIds', access: exceptionMenus },
  causeStatusById: { method: 'GET', path: '/api/product/wlExceptionHandleStatus/queryById', access: 'session' },
  allCauseStatuses: { method: 'GET', path: '/api/product/wlExceptionHandleStatus/query_all', access: exceptionMenus },
  deleteCauseStatuses: {
    method: 'POST',
    path: '/api/product/wlExceptionHandleStatus/deleteByIds',
    access: exceptionMenus,
  },
  handleStatusById: { method: 'GET', path: '/api/product/mdExceptionHandleStatus/queryById', access: 'session' },
  allHandleStatuses: { method: 'GET', path: '/api/product/mdExceptionHandleStatus/query_all', access: 'session' },
  deleteHandleStatuses: { method: 'POST', path: '/api/product/mdExceptionHandleStatus/deleteByIds', access: 'admin' },

  ...incidentPaths,
  ...subscriptionPaths,
  ...airPaths,
  ...landPaths,
  ...tracePaths,
  ...businessDataPaths,
  ...truthPaths,

  ...ruleBacktestPaths,

  sources: { method: 'GET', path: '/api/autotest/source/query', access: exceptionMenus },
  refusals: { method: 'GET', path: '/api/autotest/refusal/query', access: exceptionMenus },

  ediQuery: { method: 'POST', path: '/api/edi-manager/query', access: ediMenus },
  ediGet: { method: 'GET', path: '/api/edi-manager/get', access: ediMenus },
  ediStats: { method: 'GET', path: '/api/edi-manager/stats', access: ediMenus },
  ediUpload: { method: 'POST', path: '/api/edi-manager/upload', access: ediMenus },
  ediReprocess: { method: 'POST', path: '/api/edi-manager/reprocess', access: ediMenus },
  ediSend: { method: 'POST', path: '/api/edi-manager/send', access: ediMenus },
  ediDownload: { method: 'GET', path: '/api/edi-manager/download', access: ediMenus },

  getWorld: { method: 'GET', path: '/api/autotest/world', access: 'session' },
  setWorld: { method: 'POST', path: '/api/autotest/world', access: 'admin' },
  previewWorldRemoval: { method: 'GET', path: '/api/autotest/world/removal', access: 'admin' },
  removeWorld: { method: 'POST', path: '/api/autotest/world/removal', access: 'admin' },

  dictAll: { method: 'POST', path: '/api/product/dict/query', access: 'session', also: 'GET' },
  dictByCodeType: { method: 'POST', path: '/api/product/dict/queryByCodeTypeId', access: 'session', also: 'GET' },
  packageVersionsAll: { method: 'POST', path: '/api/product/packageVersion/queryAll', access: 'session', also: 'GET' },
  packagesWithVersions: { method: 'GET', path: '/api/product/product/getPackageAndVersionList', access: 'session' },
  customFunctions: {
    method: 'POST',
    path: '/api/product/function/getAllCustomFunction',
    access: 'session',
    also: 'GET',
  },

  functionTargets: { method: 'GET', path: '/api/product/function/targets', access: ['/function-interface'] },
  tryFunction: { method: 'POST', path: '/api/product/function/tryIt', access: ['/function-interface'] },

  overview: { method: 'GET', path: '/api/data-center/overview', access: ['/dashboard', '/home'] },
  retryTask: { method: 'POST', path: '/api/data-center/overview/retryTask', access: ['/dashboard', '/home'] },
  etaScores: { method: 'GET', path: '/api/data-center/eta-scores', access: ['/dashboard', '/home'] },

  outboxQuery: { method: 'POST', path: '/api/product/notification/query', access: ['/feedback'] },
  outboxGet: { method: 'GET', path: '/api/product/notification/get', access: ['/feedback'] },
  outboxReplay: { method: 'POST', path: '/api/product/notification/replay', access: ['/feedback'] },
  outboxReceived: { method: 'GET', path: '/api/product/notification/received', access: ['/feedback'] },
  feedbackTest: { method: 'POST', path: '/api/product/feedback/test', access: ['/feedback'] },
  inboxQuery: { method: 'GET', path: '/api/product/notification/inbox', access: 'session' },
  inboxRead: { method: 'POST', path: '/api/product/notification/read', access: 'session' },
  pushKey: { method: 'GET', path: '/api/product/notification/pushKey', access: 'session' },
  pushDevices: { method: 'GET', path: '/api/product/notification/devices', access: 'session' },
  pushDeviceAdd: { method: 'POST', path: '/api/product/notification/device', access: 'session' },
  pushDeviceRemove: { method: 'POST', path: '/api/product/notification/removeDevice', access: 'session' },

  ...sourcePaths,
  ...integrationPaths,
  ...calendarPaths,
  ...connectedProgramPaths,

  ...analyticsPaths,

  ...mailImportPaths,
  ...refusalPaths,
  ...sailingPaths,
  ...whatIfPaths,
  ...handOverPaths,
  ...flightPaths,
  ...freightPaths,
  ...bookingPaths,
  ...orderPaths,
  ...vesselPaths,
  ...eventPaths,
  ...reportPaths,
  ...riskPaths,
  ...vehiclePaths,
  ...rpaPaths,
  ...jobPaths,
  ...robotProtocolPaths,
  ...versionWorkPaths,
  ...schedulePaths,

  pushDcsa: { method: 'POST', path: '/api/data-center/dcsa/v2/notifications/:sourceCode', access: 'public' },
} as const satisfies Record<string, CallPath>;

export type OwnCall = keyof typeof ownPaths;
export type CallName = OwnCall | EntityCall | PartCall | ListCall | BoardCall;
