import { entities } from '#entities/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import type { CallName } from './paths.ts';

/** A part of the input, or several of which one is enough. */
export type Needed = string | readonly string[];

/**
 * What calls cannot do without though their shapes read it as optional: they refuse in words of their own when it is missing. A test
 * keeps this true.
 */
const ofCalls: Partial<Record<CallName, readonly Needed[]>> = {
  login: ['userCode', 'password'],
  updatePassword: ['password', ['currentPassword', 'userCode']],
  secondFactorBegin: ['currentPassword'],
  secondFactorEnd: ['currentPassword'],
  ownSessionEnd: ['sessionId'],
  userGet: ['wlUserId'],
  userInsert: ['tenantId', 'userCode', 'userNameCn', 'password'],
  userUpdate: ['wlUserId'],
  userDelete: ['wlUserId'],
  userRestore: ['wlUserId'],
  userResetPassword: ['userCode', 'password'],
  userSessions: ['wlUserId'],
  userResetSecondFactor: ['wlUserId'],
  userEndSessions: ['wlUserId'],
  userEndSession: ['wlUserId', 'sessionId'],
  roleTemplateSave: ['roleName'],
  roleTemplateDelete: ['roleId'],
  savedViewDelete: ['viewId'],
  savedViewChoose: ['viewId'],
  assignExceptions: ['chargeCode'],
  updateExceptionStatus: ['handleStatus'],
  updateException: ['obmAutotestResultId', 'handleStatus'],
  getBusinessData: ['obmBkId'],
  getTrace: ['obmBkId'],
  vesselPositions: [['mmsi', 'imo', 'vesselName', 'callSign']],
  vesselTrack: [['mmsi', 'imo']],
  vesselPortCalls: [['mmsi', 'imo']],
  deleteExceptionResults: ['ids'],
  addExceptionComment: ['body'],
  saveExceptionCauses: ['businessType', 'sourceOrderId01'],
  deleteExceptionCauses: ['ids'],
  deleteCauseStatuses: ['ids'],
  deleteHandleStatuses: ['ids'],
  traceMoments: ['obmBkId'],
  updateSubscriptionRemark: ['obmTkSubscribeId'],
  importSubscriptions: ['rows'],
  subscribe: ['isBillNo', ['blNo', 'ctnNo'], 'carrierCode'],
  batchSubscribe: ['rows'],
  queryBkBySubscribe: [['blNo', 'ctnNo']],
  updateSubscribeInfo: ['obmTkSubscribeId', 'bkId'],
  subscriptionSchedules: ['subscribeId'],
  schedulePlans: ['scheduleId'],
  startSchedules: ['ids'],
  stopSchedules: ['ids'],
  activatePullRecords: ['ids'],
  cancelPullRecords: ['ids'],
  queryPullRecords: ['ids'],
  refuse: ['obmTkSubscribeId'],
  reinsertFt: ['obmTkSubscribeId'],
  requestFt: ['obmTkSubscribeId'],
  latestFtRecord: ['obmTkSubscribeId'],
  requestRpa: ['obmTkSubscribeId'],
  reinsertRpa: ['obmTkSubscribeId'],
  replayStored: [['carrierCode', 'subscribeTimeFrom', 'subscribeTimeTo']],
  overrides: [['obmBkId', 'obmTkSubscribeId']],
  overrideHistory: [['obmBkId', 'obmTkSubscribeId']],
  saveOverride: [['wlDataCombineDisableId', 'tableName']],
  undoOverride: ['changeId'],
  restoreOverrides: ['obmTkSubscribeId'],
  traceSource: ['obmBkId'],
  traceCutoffs: ['obmBkId'],
  traceCutoffSave: ['obmBkId'],
  traceShareQuery: ['obmBkId'],
  traceShareInsert: ['obmBkId'],
  expertBusinessData: ['obmTkSubscribeId'],
  automaticBkInfo: [['blNo', 'ctnNo'], 'carrierCode'],
  exceptionBusiness: [['bkId', 'remoteJobId']],
  copyArrival: ['templateBkId', 'otherBkIdList'],
  deleteLegs: ['obmBkId'],
  deleteLeg: ['obmMultiVesseId'],
  deleteStatusRecord: ['mdStatusRecordId'],
  undoBusinessData: ['changeId'],
  ruleSettingUpdate: ['ruleSettingId'],
  ruleSettingDelete: ['ruleSettingId'],
  ruleSettingRestore: ['auditId'],
  dictByCodeType: ['mdCodeTypeId'],
  tryFunction: [['wlFunctionInterfaceId', 'functionCode']],
  retryTask: ['taskId'],
  feedbackTest: [['wlFeedbackId', 'feedback']],
  'source.insert': ['profile'],
  'jobCap.insert': [['tenantId', 'site']],
};

/** Fields of an entity that a new row cannot do without. */
const neededFields = ({ fields }: Entity): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.required === true && field.readOnly !== true && !('default' in field && field.default !== undefined)
      ? [name]
      : [],
  );

const ofEntities: Readonly<Record<string, readonly Needed[]>> = Object.fromEntries(
  Object.values<Entity>(entities).flatMap((entity): [string, readonly Needed[]][] => [
    [`${entity.name}.insert`, neededFields(entity)],
    [`${entity.name}.update`, [entity.id, ...(entity.unversioned === true ? [] : ['recordVersion'])]],
    [`${entity.name}.delete`, [entity.id]],
    [`${entity.name}.deletes`, ['ids']],
  ]),
);

/** What a call cannot do without, beyond what its shape requires. */
export const neededOf = (name: CallName): readonly Needed[] => [...(ofEntities[name] ?? []), ...(ofCalls[name] ?? [])];
