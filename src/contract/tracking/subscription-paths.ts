import type { CallPath } from '../paths.ts';
import { trackingMenus } from './tracking-menus.ts';

const subscribeMenus = ['/exception-subscribe'] as const;

/** Calls of the subscription list, of what people do about subscriptions, and of what was known when. */
export const subscriptionPaths = {
  traceMoments: { method: 'GET', path: '/api/data/trace/moments', access: trackingMenus },
  querySubscriptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/queryExceptionSubscribeInfo',
    access: subscribeMenus,
  },
  exportSubscriptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/exportExceptionSubscribeInfo',
    access: subscribeMenus,
  },
  updateSubscriptionRemark: { method: 'POST', path: '/api/data/traceTrackingUpdateRemark', access: subscribeMenus },
  importSubscriptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/batchCreateAutomaticSubscribe',
    access: ['/exception-subscribe', '/trace-index', '/domestic-trace-index', '/ft-ocean-tracking'],
  },
  subscribe: { method: 'POST', path: '/api/data/traceTracking/subscribe', access: trackingMenus },
  batchSubscribe: { method: 'POST', path: '/api/data/traceTracking/batchSubscribe', access: trackingMenus },
  recogniseReferences: { method: 'POST', path: '/api/data/traceTracking/recognise', access: trackingMenus },
  queryBkBySubscribe: { method: 'POST', path: '/api/data/exceptionManage/queryBkBySubscribe', access: subscribeMenus },
  updateSubscribeInfo: {
    method: 'POST',
    path: '/api/data/exceptionManage/updateSubscribeInfo',
    access: subscribeMenus,
  },
  subscriptionSchedules: {
    method: 'GET',
    path: '/api/data/exceptionManage/queryScheduleBySubscribeId',
    access: subscribeMenus,
  },
  schedulePlans: { method: 'POST', path: '/api/data/exceptionManage/queryPlansByScheduleId', access: subscribeMenus },
  startSchedules: {
    method: 'POST',
    path: '/api/data/exceptionManage/updateScheduleStatusRunning',
    access: subscribeMenus,
  },
  stopSchedules: {
    method: 'POST',
    path: '/api/data/exceptionManage/updateScheduleStatusStopping',
    access: subscribeMenus,
  },
  activatePullRecords: { method: 'POST', path: '/api/data/abnormal/batchActiveRecodeList', access: subscribeMenus },
  cancelPullRecords: { method: 'POST', path: '/api/data/abnormal/batchCancelRecodeList', access: subscribeMenus },
  queryPullRecords: { method: 'POST', path: '/api/data/abnormal/queryRecodeList', access: subscribeMenus },
  // The specification has GET for what acts; the header that no link can send guards it, and our own client posts.
  refuse: {
    method: 'POST',
    path: '/api/data-center/compensate/reUnionBusinessData',
    access: subscribeMenus,
    also: 'GET',
  },
  reinsertFt: {
    method: 'POST',
    path: '/api/data-center/compensate/shippingTrackingForFT',
    access: subscribeMenus,
    also: 'GET',
  },
  requestFt: { method: 'POST', path: '/api/data-center/compensate/requestFT', access: subscribeMenus, also: 'GET' },
  latestFtRecord: { method: 'GET', path: '/api/data-center/compensate/getFTLatestRecord', access: subscribeMenus },
  requestRpa: { method: 'POST', path: '/api/data-center/compensate/requestRPA', access: subscribeMenus, also: 'GET' },
  reinsertRpa: {
    method: 'POST',
    path: '/api/data-center/compensate/shippingTrackingForRPA',
    access: subscribeMenus,
    also: 'GET',
  },
  replayStored: { method: 'POST', path: '/api/data-center/compensate/replay', access: subscribeMenus },
  replayRuns: { method: 'GET', path: '/api/data-center/compensate/queryRuns', access: subscribeMenus },

  overrides: {
    method: 'GET',
    path: '/api/data-center/wlDataCombineDisable/queryUpdateLogDataByBkId',
    access: subscribeMenus,
  },
  saveOverride: {
    method: 'POST',
    path: '/api/data-center/wlDataCombineDisable/insertOrUpdateWlDataCombineDisableByVo',
    access: subscribeMenus,
  },
  overrideHistory: {
    method: 'GET',
    path: '/api/data-center/wlDataCombineDisable/queryHistory',
    access: subscribeMenus,
  },
  undoOverride: { method: 'POST', path: '/api/data-center/wlDataCombineDisable/undo', access: subscribeMenus },
  restoreOverrides: { method: 'POST', path: '/api/data-center/wlDataCombineDisable/restore', access: subscribeMenus },
} as const satisfies Record<string, CallPath>;
