const menus = ['/sources'] as const;

/** Calls about where data come from, besides those of the entity. */
export const sourcePaths = {
  sourceProfiles: { method: 'GET', path: '/api/product/sourceProfile/query', access: menus },
  sourceMap: { method: 'GET', path: '/api/product/source/map', access: ['/ft-ocean-tracking'] },
  firstSteps: { method: 'GET', path: '/api/product/source/firstSteps', access: menus },
  sourceCallQuery: { method: 'GET', path: '/api/product/source/calls', access: menus },
  sourceToleranceQuery: { method: 'GET', path: '/api/product/source/tolerances', access: menus },
  sourceKeyQuery: { method: 'GET', path: '/api/product/sourceKey/query', access: menus },
  sourceKeySave: { method: 'POST', path: '/api/product/sourceKey/save', access: menus },
  sourceTest: { method: 'POST', path: '/api/product/source/test', access: menus },
  sourceKeyRemove: { method: 'POST', path: '/api/product/sourceKey/remove', access: menus },
} as const;
