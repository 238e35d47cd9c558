import { menuCodes, roleMenus } from './menus.ts';

/** A role template of the product: what a kind of work opens. */
export type ShippedRole = { code: string; name: { zh: string; en: string }; menus: readonly string[] };

/** Menus of a tenant's user: tracking and the own exceptions. */
export const tenantUserMenus: readonly string[] = roleMenus['tenant-user'];
/** Menus of a platform operator: everything but what administrators keep to themselves. */
export const operatorMenus: readonly string[] = menuCodes.filter((code) => code !== '/user');

/** The templates that come with the product, the widest first; what each opens is stated beside the pages. */
export const shippedRoles: readonly ShippedRole[] = [
  { code: 'administrator', name: { zh: '管理员', en: 'Administrator' }, menus: menuCodes },
  { code: 'operator', name: { zh: '平台运营', en: 'Platform operator' }, menus: operatorMenus },
  { code: 'tenant-user', name: { zh: '租户用户', en: 'Tenant user' }, menus: tenantUserMenus },
  { code: 'viewer', name: { zh: '跟踪查看', en: 'Tracking, reading only' }, menus: roleMenus.viewer },
  { code: 'pricing', name: { zh: '运价订舱', en: 'Rates and booking' }, menus: roleMenus.pricing },
  { code: 'configurator', name: { zh: '基础配置', en: 'Configuration' }, menus: roleMenus.configurator },
];
