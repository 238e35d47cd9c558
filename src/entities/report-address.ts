import { declareEntity } from '#shared/entity/declare.ts';
import { checkMail, inUse, tenantReference } from './common-fields.ts';

/** An address outside of the product that an administrator allows scheduled reports of a tenant to be sent to. */
export const reportAddress = declareEntity({
  name: 'reportAddress',
  table: 'report_address',
  id: 'reportAddressId',
  label: { zh: '报表收件地址', en: 'Address for reports' },
  title: ['address'],
  menu: 'admin',
  tenantField: 'tenantId',
  order: [['address', 'asc']],
  fields: {
    tenantId: { ...tenantReference, createOnly: true, list: 200 },
    address: {
      kind: 'text',
      label: { zh: '邮箱地址', en: 'E-mail address' },
      help: {
        zh: '该租户的用户可以将报表发送到此地址',
        en: 'Users of the tenant may have reports sent to it',
      },
      max: 254,
      example: 'reports@example.com',
      required: true,
      createOnly: true,
      check: checkMail,
      search: 'keyword',
      list: 260,
    },
    remark: { kind: 'text', label: { zh: '备注', en: 'Remark' }, max: 200, search: 'keyword' },
    active: inUse,
  },
  uniqueTogether: ['tenantId', 'address'],
  usedBy: [{ table: 'report_recipient', column: 'address_id', label: { zh: '定期报表', en: 'Scheduled reports' } }],
});
