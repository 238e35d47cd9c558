/** The page of data for analysts. */
const menus = ['/analytics'] as const;

/** Calls about roles of the database for analysts, and about data files. */
export const analyticsPaths = {
  analyticsRoleQuery: { method: 'GET', path: '/api/data-center/analytics/role/query', access: 'admin' },
  analyticsRoleInsert: { method: 'POST', path: '/api/data-center/analytics/role/insert', access: 'admin' },
  analyticsRoleRotate: { method: 'POST', path: '/api/data-center/analytics/role/rotate', access: 'admin' },
  analyticsRoleDelete: { method: 'POST', path: '/api/data-center/analytics/role/delete', access: 'admin' },
  analyticsDatasets: { method: 'GET', path: '/api/data-center/analytics/dataset/query', access: menus },
  analyticsFileQuery: { method: 'GET', path: '/api/data-center/analytics/file/query', access: menus },
  analyticsFileOrder: { method: 'POST', path: '/api/data-center/analytics/file/order', access: menus },
} as const;
