import type { CallPath } from '../paths.ts';

const items = ['/event-item-index'] as const;
const events = ['/event-index', '/event-board-index'] as const;

/** Calls about events of shipments, and about the rules of event items. */
export const eventPaths = {
  eventRule: { method: 'GET', path: '/api/data/eventItem/rule', access: items },
  eventRecipients: { method: 'GET', path: '/api/data/eventItem/recipients', access: items },
  eventRuleSave: { method: 'POST', path: '/api/data/eventItem/saveRule', access: items },
  eventRuleTest: { method: 'POST', path: '/api/data/eventItem/test', access: items },
  eventRuleTry: { method: 'POST', path: '/api/data/eventItem/try', access: items },
  eventItemEnable: { method: 'POST', path: '/api/data/eventItem/enable', access: items },
  shipmentEventGet: { method: 'GET', path: '/api/data/shipmentEvent/get', access: events },
  shipmentEventAct: { method: 'POST', path: '/api/data/shipmentEvent/act', access: events },
  eventBoard: { method: 'POST', path: '/api/data/eventBoard/query', access: ['/event-board-index'] },
  eventBoardAct: { method: 'POST', path: '/api/data/eventBoard/act', access: ['/event-board-index'] },
} as const satisfies Record<string, CallPath>;
