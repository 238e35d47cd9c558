import { checkPlaceholders, notificationPlaceholders } from '#shared/text/placeholders.ts';
import { declareEntity } from '#shared/entity/declare.ts';
import { inUse, tenantReference } from './common-fields.ts';
import { feedbackKinds, noSecret } from './feedback-kinds.ts';

type Value = string | number | null | undefined;

const listed = notificationPlaceholders.map((name) => `{{${name}}}`).join(' ');
const placeholderHelp = { zh: `可用占位符：${listed}`, en: `Placeholders: ${listed}` };

/** The address and the credential must be such as this kind of notification has. */
function checkKind({ feedbackType, feedbackAddr, feedbackAuth }: Readonly<Record<string, Value>>) {
  const kind = feedbackKinds[String(feedbackType)];
  if (kind === undefined) return undefined;
  if (typeof feedbackAddr === 'string' && !kind.isAddress(feedbackAddr))
    return { field: 'feedbackAddr', text: kind.wrongAddress };
  if (typeof feedbackAuth !== 'string' || feedbackAuth === '') return undefined;
  if (kind.secret === undefined) return { field: 'feedbackAuth', text: noSecret };
  return kind.isSecret?.(feedbackAuth) === false && kind.wrongSecret !== undefined
    ? { field: 'feedbackAuth', text: kind.wrongSecret }
    : undefined;
}

/** Whom to tell, and how, when a job of a process reaches a status or an exception of the tenant comes up. */
export const feedback = declareEntity({
  name: 'feedback',
  table: 'feedback',
  id: 'wlFeedbackId',
  label: { zh: '反馈定义', en: 'Feedback definition' },
  title: ['feedbackName'],
  menu: '/feedback',
  tenantField: 'tenantId',
  pickable: true,
  retiredWhen: { field: 'active', is: 0 },
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
    tenantId: { ...tenantReference, createOnly: true, list: false },
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
    // Exceptions have no job status: their events are values of a dictionary of their own.
    triggerEvents: {
      kind: 'choice',
      label: { zh: '触发事件', en: 'Events' },
      help: {
        zh: '租户的异常发生这些事件，或勾选了“结果交换”的流程发布作业结果时通知',
        en: 'Notifies when this happens to an exception of the tenant, or when a process with "Send result" publishes a result',
      },
      dict: 'WL_FEEDBACK_EVENT',
      many: true,
      search: 'filter',
      list: 160,
    },
    triggerMatchInfo: {
      kind: 'text',
      label: { zh: '触发条件', en: 'Condition' },
      help: {
        zh: '作业输出、错误或异常须满足的条件，空表示总是触发。写法：包含的文字、/正则/ 或 $.severity == "high"',
        en: 'What output, error or exception must meet; empty means always. A text to contain, /a regular expression/, or $.severity == "high"',
      },
      max: 1000,
      list: false,
    },
    feedbackAddr: {
      kind: 'text',
      label: { zh: '反馈地址', en: 'Address' },
      max: 500,
      required: true,
      hidesQuery: true,
      example: 'duty@forwarder.example',
      search: 'keyword',
      list: 220,
    },
    feedbackAuth: {
      kind: 'secret',
      label: { zh: '认证信息', en: 'Credential' },
      help: {
        zh: '按反馈方式填写，见下方说明；保存后不再显示',
        en: 'Depends on the type, see below; not shown after saving',
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
      help: placeholderHelp,
      max: 4000,
      lines: 6,
      check: checkPlaceholders,
    },
    active: {
      ...inUse,
      help: {
        zh: '停用后不再发送；接收方回答 410 时自动停用',
        en: 'Nothing is sent while it is off; the answer 410 from a receiver switches it off',
      },
      list: 88,
    },
  },
  uniqueTogether: ['tenantId', 'feedbackName'],
  check: checkKind,
  message: {
    added: { zh: '新增反馈定义成功', en: 'The feedback definition was added' },
    updated: { zh: '更新反馈定义成功', en: 'The feedback definition was updated' },
    removed: { zh: '删除反馈定义成功', en: 'The feedback definition was deleted' },
    removeFailed: { zh: '删除反馈定义失败', en: 'The feedback definition could not be deleted' },
  },
});
