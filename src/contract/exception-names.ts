// Without shapes: the browser takes these lists as they are, and has no use for a library that checks shapes.

/** Names that sortRules of the exception list may use. */
export const exceptionSortColumns = [
  'testPurpose',
  'tenantCode',
  'blNo',
  'ctnNo',
  'carrierCode',
  'isBillNo',
  'subscribeTime',
  'vesselName',
  'voyage',
  'endFlag',
  'processType',
  'createTime',
  'handleStatus',
  'handleRemark',
  'handleTime',
  'chargeName',
  'severity',
  'moneyAtRisk',
  'lastModifyTime',
] as const;

/**
 * Columns of the exception list, in their order: those of the screen are those of its export. What a decision needs comes
 * first: which shipment, what is wrong, how bad, and who has it.
 */
export const exceptionColumns = [
  'blNo',
  'testPurpose',
  'severity',
  'moneyAtRisk',
  'errorRemark',
  'handleStatus',
  'chargeName',
  'createTime',
  'ctnNo',
  'carrierCode',
  'tenantCode',
  'vesselName',
  'voyage',
  'handleRemark',
  'handleTime',
  'isBillNo',
  'subscribeTime',
  'endFlag',
  'processType',
] as const;

/** Names that sortRules of the incident list may use. */
export const incidentSortColumns = [
  'open',
  'total',
  'severity',
  'moneyAtRisk',
  'firstTime',
  'lastTime',
  'kind',
  'state',
  'tenantCode',
] as const;

/** What kind of cause an incident has. */
export const incidentKinds = ['vessel', 'source', 'port', 'sailing', 'place', 'zone'] as const;

/** What follows from its members: somebody has to look, somebody works on it, put aside, settled, or all are gone. */
export const incidentStates = ['untreated', 'inProgress', 'onHold', 'handled', 'resolved'] as const;
export type IncidentState = (typeof incidentStates)[number];

/** What an entry in the history of an exception may tell. */
export const historyKinds = [
  'opened',
  'resolved',
  'regressed',
  'escalated',
  'assigned',
  'handled',
  'snoozed',
  'woken',
  'undone',
  'causes',
  'comment',
] as const;
