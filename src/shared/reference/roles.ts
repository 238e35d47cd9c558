import { menuCodes } from './menus.ts';

/** A role template of the product: what a kind of work opens. */
export type ShippedRole = { code: string; name: { zh: string; en: string }; menus: readonly string[] };

const administration = ['/package', '/robot', '/environment', '/user', '/tenants'];
const masterData = [
  '/ports',
  '/port-aliases',
  '/port-fences',
  '/unknown-ports',
  '/vessels',
  '/carriers',
  '/airports',
  '/airlines',
  '/rail-stations',
  '/container-types',
  '/data-statuses',
  '/exception-types',
  '/risk-zones',
];
const automation = ['/process', '/job', '/edi-manager', '/edi-partners', '/robot-answers', '/refusals'];
const configuration = [
  '/api-keys',
  '/base-code',
  '/feedback',
  '/assets',
  '/tenant-assets',
  '/function-interface',
  '/fusion-precedence',
];
const exceptions = [
  '/exception-manage',
  '/exception-manage/handle',
  '/exception-subscribe',
  '/exceptionBusinessInfo',
  '/exceptionBusinessDetail',
];
const freight = [
  '/agent-price-index',
  '/today-ecommerce-freight',
  '/freight-rate-management',
  '/booking-record-management',
  '/surcharge-management',
];
const schedules = ['/vessel-schedule', '/domestic-ptp', '/air-schedule'];
const events = ['/event-field-index', '/event-item-index', '/event-item-type-index'];
const own = ['/re-password', '/testWaliTable'];

const without = (...codes: readonly string[][]): string[] => {
  const left = new Set(codes.flat());
  return menuCodes.filter((code) => !left.has(code));
};
const only = (...codes: readonly string[][]): string[] => {
  const wanted = new Set(codes.flat());
  return menuCodes.filter((code) => wanted.has(code));
};

/** Menus of a tenant's user: tracking and the own exceptions. */
export const tenantUserMenus: readonly string[] = without(administration, automation, configuration, masterData);
/** Menus of a platform operator: everything but what administrators keep to themselves. */
export const operatorMenus: readonly string[] = menuCodes.filter((code) => code !== '/user');

/** The templates that come with the product, the widest first. */
export const shippedRoles: readonly ShippedRole[] = [
  { code: 'administrator', name: { zh: '管理员', en: 'Administrator' }, menus: menuCodes },
  { code: 'operator', name: { zh: '平台运营', en: 'Platform operator' }, menus: operatorMenus },
  { code: 'tenant-user', name: { zh: '租户用户', en: 'Tenant user' }, menus: tenantUserMenus },
  {
    code: 'viewer',
    name: { zh: '跟踪查看', en: 'Tracking, reading only' },
    menus: without(administration, automation, configuration, masterData, exceptions, freight, events),
  },
  { code: 'pricing', name: { zh: '运价订舱', en: 'Rates and booking' }, menus: only(schedules, freight, own) },
  {
    code: 'configurator',
    name: { zh: '基础配置', en: 'Configuration' },
    menus: only(exceptions, events, configuration, masterData, ['/dashboard', '/home'], own),
  },
];
