import { declareEntity } from '#shared/entity/declare.ts';
import { chineseName, codeField, englishName, inUse, severityField } from './common-fields.ts';

/** A kind of exception that rules find or people report, with its names and standard severity. */
export const exceptionType = declareEntity({
  name: 'exceptionType',
  table: 'md_exception_type',
  id: 'mdExceptionTypeId',
  label: { zh: '异常类型', en: 'Exception type' },
  title: ['exceptionTypeCode', 'exceptionTypeNameEn', 'exceptionTypeName'],
  menu: '/exception-types',
  pickable: true,
  masterData: true,
  importBy: ['exceptionTypeCode'],
  order: [['exceptionTypeCode', 'asc']],
  fields: {
    exceptionTypeCode: { ...codeField, label: { zh: '类型代码', en: 'Code' }, max: 50, list: 220 },
    exceptionTypeName: { ...chineseName, required: true, list: 180 },
    exceptionTypeNameEn: { ...englishName, required: true, list: 220 },
    severity: { ...severityField },
    exceptionSourceCode: {
      kind: 'choice',
      label: { zh: '异常来源', en: 'Source' },
      column: 'source_code',
      dict: 'EXCEPTION_SOURCE',
      required: true,
      default: 'AUTOTEST',
      search: 'filter',
      list: 130,
    },
    enabled: {
      ...inUse,
      help: {
        zh: '停用后所有租户都不再检测此类异常，无人处理的未关闭异常会自动关闭',
        en: 'When disabled, no such exceptions are detected, and open ones that nobody works on close automatically',
      },
      list: 90,
    },
    description: {
      kind: 'text',
      label: { zh: '中文描述', en: 'Description in Chinese' },
      column: 'description_cn',
      max: 500,
      lines: 2,
      list: 320,
    },
    descriptionEn: {
      kind: 'text',
      label: { zh: '英文描述', en: 'Description in English' },
      max: 500,
      lines: 2,
      list: 320,
    },
  },
  usedBy: [
    {
      table: 'shipment_exception',
      column: 'type_code',
      of: 'code',
      name: 'bill_no',
      label: { zh: '异常', en: 'Exceptions' },
    },
    {
      table: 'rule_setting',
      column: 'rule_code',
      of: 'code',
      label: { zh: '规则设置', en: 'Rule settings' },
    },
  ],
  message: {
    added: { zh: '新增异常类型成功', en: 'The exception type was added' },
    updated: { zh: '更新异常类型成功', en: 'The exception type was updated' },
    removed: { zh: '删除异常类型成功', en: 'The exception type was deleted' },
    removeFailed: { zh: '删除异常类型失败', en: 'The exception type could not be deleted' },
  },
});
