import { declareEntity } from '#shared/entity/declare.ts';

/** How many jobs of a tenant, or on a carrier's site, run at a time. The cap of a process is a field of the process. */
export const jobCap = declareEntity({
  name: 'jobCap',
  table: 'job_cap',
  id: 'jobCapId',
  label: { zh: '并行上限', en: 'Cap' },
  title: ['tenantName', 'site'],
  menu: '/job-cap',
  tenantField: 'tenantId',
  platformOnly: true,
  order: [['site', 'asc']],
  uniqueTogether: ['tenantId', 'site'],
  fields: {
    tenantId: {
      kind: 'reference',
      label: { zh: '租户', en: 'Tenant' },
      help: {
        zh: '没有单独设置的租户同时最多运行 50 个作业',
        en: 'A tenant without its own limit runs at most 50 jobs at a time',
      },
      entity: 'tenant',
      show: 'tenantName',
      showField: 'tenantName',
      createOnly: true,
      search: 'filter',
      list: 220,
    },
    site: {
      kind: 'text',
      label: { zh: '站点', en: 'Site' },
      help: {
        zh: '船公司代码；没有单独设置的站点同时最多运行 4 个作业；与租户一起填写时只限制该租户在该站点的作业',
        en: 'The code of the carrier. A site without a cap of its own runs 4 jobs at most. With a tenant, only jobs of that tenant on the site count',
      },
      max: 50,
      upper: true,
      createOnly: true,
      search: 'keyword',
      names: 'carrier',
      list: 220,
    },
    most: {
      kind: 'integer',
      label: { zh: '同时运行的作业数', en: 'Jobs at a time' },
      min: 1,
      max: 10_000,
      required: true,
      requiredText: { zh: '请输入同时运行的作业数', en: 'Enter how many jobs run at a time' },
      list: 160,
    },
  },
  check: ({ tenantId, site }) =>
    (tenantId ?? '') === '' && (site ?? '') === ''
      ? { field: 'site', text: { zh: '请选择租户或填写站点', en: 'Choose a tenant or enter a site' } }
      : undefined,
  message: {
    added: { zh: '新增并行上限成功', en: 'The cap was added' },
    updated: { zh: '更新并行上限成功', en: 'The cap was updated' },
    removed: { zh: '删除并行上限成功', en: 'The cap was deleted' },
    removeFailed: { zh: '删除并行上限失败', en: 'The cap could not be deleted' },
  },
});
