import { declareEntity } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';

/** An address that can be called. */
const webAddress = (value: string): Text | undefined =>
  value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    ? undefined
    : { zh: '请输入完整的 http(s) 地址', en: 'Enter a complete http(s) address' };

/** A robot that runs jobs: which jobs it may take. What it does at the moment its agent tells. */
export const robot = declareEntity({
  name: 'robot',
  table: 'robot',
  id: 'robotId',
  label: { zh: '机器人', en: 'Robot' },
  title: ['robotName'],
  menu: '/robot',
  tenantField: 'tenantId',
  order: [['robotName', 'asc']],
  uniqueTogether: ['tenantId', 'robotName'],
  fields: {
    robotName: {
      kind: 'text',
      label: { zh: '机器人名称', en: 'Robot' },
      max: 100,
      required: true,
      requiredText: { zh: '请输入机器人名称', en: 'Enter the name of the robot' },
      search: 'keyword',
      list: 200,
    },
    description: { kind: 'text', label: { zh: '说明', en: 'Description' }, max: 500, lines: 2, list: false },
    tenantId: {
      kind: 'reference',
      label: { zh: '所属租户', en: 'Tenant' },
      help: {
        zh: '留空表示平台机器人，可执行所有租户的作业',
        en: 'Empty: a platform robot for jobs of all tenants',
      },
      entity: 'tenant',
      show: 'tenantName',
      showField: 'tenantName',
      createOnly: true,
      search: 'filter',
      list: 160,
    },
    machineType: {
      kind: 'choice',
      label: { zh: '机器类型', en: 'Machine type' },
      dict: 'WL_MACHINE_TYPE',
      required: true,
      requiredText: { zh: '请选择机器类型', en: 'Choose the machine type' },
      default: 'WALI_ROBOT',
      search: 'filter',
      list: 140,
    },
    machineVersion: {
      kind: 'text',
      label: { zh: '机器版本', en: 'Machine version' },
      help: { zh: '留空表示可执行该类型的所有版本', en: 'Empty: it runs all versions of the type' },
      max: 50,
      list: 120,
    },
    environmentId: {
      kind: 'reference',
      label: { zh: '运行环境', en: 'Environments' },
      help: { zh: '留空表示默认环境', en: 'Empty: the default environment' },
      entity: 'environment',
      show: 'environmentName',
      showField: 'environmentName',
      many: true,
      list: 200,
    },
    slots: {
      kind: 'integer',
      label: { zh: '并行作业数', en: 'Jobs at a time' },
      min: 1,
      max: 50,
      default: 1,
      list: 110,
    },
    remoteUrl: {
      kind: 'text',
      label: { zh: '远程编排器地址', en: 'Remote orchestrator' },
      help: {
        zh: 'UiPath Orchestrator 的地址，到 /odata 之前；填写后由平台调用其接口启动并跟踪作业',
        en: 'Address of a UiPath Orchestrator without /odata: the platform starts and follows jobs there',
      },
      max: 500,
      example: 'https://cloud.uipath.com/org/tenant/orchestrator_',
      check: webAddress,
      list: false,
    },
    remoteTokenUrl: {
      kind: 'text',
      column: 'remote_identity_url',
      label: { zh: '令牌地址', en: 'Token address' },
      help: { zh: '按客户端凭据发放令牌的地址', en: 'Where tokens are given for the client credentials' },
      max: 500,
      example: 'https://cloud.uipath.com/identity_/connect/token',
      check: webAddress,
      list: false,
    },
    remoteFolderId: {
      kind: 'text',
      label: { zh: '文件夹编号', en: 'Folder id' },
      help: { zh: '以 X-UIPATH-OrganizationUnitId 发送', en: 'Sent as X-UIPATH-OrganizationUnitId' },
      max: 40,
      list: false,
    },
    remoteClientId: { kind: 'text', label: { zh: '客户端 ID', en: 'Client id' }, max: 200, list: false },
    remoteClientSecret: {
      kind: 'secret',
      label: { zh: '客户端密钥', en: 'Client secret' },
      help: { zh: '保存后不再显示', en: 'Not shown after saving' },
      column: 'remote_auth_sealed',
      max: 500,
      list: false,
    },
    remoteScope: {
      kind: 'text',
      label: { zh: '授权范围', en: 'Scopes' },
      max: 300,
      example: 'OR.Jobs OR.Execution OR.Robots.Read',
      list: false,
    },
    lostAfterS: {
      kind: 'integer',
      label: { zh: '失联判定(秒)', en: 'Lost after (s)' },
      help: {
        zh: '超过该时间没有心跳即为无响应，正在执行的作业按失败处理',
        en: 'Without a heartbeat for so long it is unresponsive, and the jobs it has are faulted',
      },
      column: 'lost_after_s',
      min: 5,
      max: 86_400,
      default: 120,
      list: false,
    },
    enabled: {
      kind: 'flag',
      label: { zh: '启用', en: 'In use' },
      help: {
        zh: '停用后完成正在执行的作业，不再领取新作业',
        en: 'When off it finishes the jobs it has and takes no more',
      },
      default: 1,
      search: 'filter',
      list: 90,
    },
  },
  check: ({ remoteUrl, remoteTokenUrl }) =>
    (remoteUrl ?? '') !== '' && (remoteTokenUrl ?? '') === ''
      ? { field: 'remoteTokenUrl', text: { zh: '请输入令牌地址', en: 'Enter the token address' } }
      : undefined,
  message: {
    added: { zh: '新增机器人成功', en: 'The robot was added' },
    updated: { zh: '更新机器人成功', en: 'The robot was updated' },
    removed: { zh: '删除机器人成功', en: 'The robot was deleted' },
    removeFailed: { zh: '删除机器人失败', en: 'The robot could not be deleted' },
  },
});
