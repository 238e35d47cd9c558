import { checkPlaceholders } from '#shared/text/placeholders.ts';
import { declareEntity } from '#shared/entity/declare.ts';

type Value = string | number | null | undefined;

const mails = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+(\s*[,;]\s*[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+)*$/;
const webKinds = new Set<Value>(['WEBHOOK', 'DINGTALK', 'WECOM']);

/** The address must be one that this kind of notification can go to. */
function checkAddress({ feedbackType, feedbackAddr }: Readonly<Record<string, Value>>) {
  if (typeof feedbackAddr !== 'string') return undefined;
  if (feedbackType === 'EMAIL' && !mails.test(feedbackAddr)) {
    return {
      field: 'feedbackAddr',
      text: {
        zh: '反馈地址应为邮箱地址,多个以逗号分隔',
        en: 'The address must be e-mail addresses, separated by commas',
      },
    };
  }
  if (webKinds.has(feedbackType) && !/^https?:\/\/[^\s]+$/i.test(feedbackAddr)) {
    return {
      field: 'feedbackAddr',
      text: { zh: '反馈地址应为 http 或 https 地址', en: 'The address must begin with http:// or https://' },
    };
  }
  return undefined;
}

/** Whom to tell, and how, when a job of a process reaches a status. */
export const feedback = declareEntity({
  name: 'feedback',
  table: 'feedback',
  id: 'wlFeedbackId',
  label: { zh: '反馈定义', en: 'Feedback definition' },
  title: ['feedbackName'],
  menu: '/feedback',
  tenantField: 'tenantId',
  pickable: true,
  order: [['feedbackName', 'asc']],
  fields: {
    feedbackName: {
      kind: 'text',
      label: { zh: '反馈名称', en: 'Name' },
      max: 255,
      required: true,
      search: 'keyword',
      list: 180,
    },
    tenantId: {
      kind: 'reference',
      label: { zh: '租户', en: 'Tenant' },
      entity: 'tenant',
      show: 'tenantName',
      showField: 'tenantName',
      required: true,
      createOnly: true,
      search: 'filter',
      list: false,
    },
    feedbackType: {
      kind: 'choice',
      label: { zh: '反馈方式', en: 'Type' },
      dict: 'WL_FEEDBACK_TYPE',
      required: true,
      default: 'EMAIL',
      search: 'filter',
      list: 120,
    },
    triggerStatus: {
      kind: 'choice',
      label: { zh: '触发状态', en: 'Job statuses' },
      dict: 'WL_JOB_STATUS',
      many: true,
      search: 'filter',
      list: 180,
    },
    triggerMatchInfo: {
      kind: 'text',
      label: { zh: '触发条件', en: 'Condition' },
      help: {
        zh: '作业输出或错误须满足的条件,空表示总是触发',
        en: 'What the output or error of the job must meet; empty means always',
      },
      max: 1000,
      list: false,
    },
    feedbackAddr: {
      kind: 'text',
      label: { zh: '反馈地址', en: 'Address' },
      max: 500,
      required: true,
      example: 'duty@forwarder.example',
      search: 'keyword',
      list: 220,
    },
    feedbackAuth: {
      kind: 'secret',
      label: { zh: '认证信息', en: 'Credential' },
      help: {
        zh: '网络回调密钥或邮箱密码,保存后不再显示',
        en: 'Secret of the webhook or the mailbox; not shown once saved',
      },
      column: 'auth_sealed',
      max: 1000,
      list: false,
    },
    feedbackSubject: {
      kind: 'text',
      label: { zh: '主题', en: 'Subject' },
      max: 255,
      check: checkPlaceholders,
      search: 'keyword',
      list: 180,
    },
    feedbackContent: {
      kind: 'text',
      label: { zh: '内容', en: 'Content' },
      max: 4000,
      lines: 6,
      check: checkPlaceholders,
    },
  },
  uniqueTogether: ['tenantId', 'feedbackName'],
  check: checkAddress,
  said: {
    added: { zh: '新增反馈定义成功', en: 'The feedback definition was added' },
    updated: { zh: '更新反馈定义成功', en: 'The feedback definition was updated' },
    removed: { zh: '删除反馈定义成功', en: 'The feedback definition was deleted' },
    removeFailed: { zh: '删除反馈定义失败', en: 'The feedback definition could not be deleted' },
  },
});
