import { declareEntity } from '#shared/entity/declare.ts';
import { chineseName, codeField, englishName } from './common-fields.ts';

/** A milestone of a container, in the order in which milestones happen. */
export const dataStatus = declareEntity({
  name: 'dataStatus',
  table: 'md_status',
  id: 'mdDataStatusId',
  label: { zh: '货物状态', en: 'Milestone' },
  title: ['statusCode', 'statusNameEn', 'statusNameCn'],
  menu: '/data-statuses',
  pickable: true,
  masterData: true,
  importBy: ['statusCode'],
  order: [
    ['stageSequence', 'asc'],
    ['statusSequence', 'asc'],
  ],
  fields: {
    statusCode: { ...codeField, label: { zh: '状态代码', en: 'Code' }, max: 20, list: 120 },
    statusNameCn: { ...chineseName, required: true, list: 180 },
    statusNameEn: { ...englishName, required: true, list: 220 },
    stageCode: {
      kind: 'text',
      label: { zh: '阶段代码', en: 'Stage' },
      max: 20,
      required: true,
      upper: true,
      search: 'filter',
      list: 130,
    },
    stageNameCn: {
      kind: 'text',
      label: { zh: '阶段中文名', en: 'Stage in Chinese' },
      max: 50,
      required: true,
      list: 130,
    },
    stageNameEn: {
      kind: 'text',
      label: { zh: '阶段英文名', en: 'Stage in English' },
      max: 50,
      required: true,
      list: 140,
    },
    stageSequence: {
      kind: 'integer',
      label: { zh: '阶段顺序', en: 'Order of the stage' },
      min: 0,
      max: 9999,
      required: true,
      list: 130,
    },
    statusSequence: {
      kind: 'integer',
      label: { zh: '状态顺序', en: 'Order in the stage' },
      min: 0,
      max: 9999,
      required: true,
      list: 130,
    },
  },
  message: {
    added: { zh: '新增货物状态成功', en: 'The milestone was added' },
    updated: { zh: '更新货物状态成功', en: 'The milestone was updated' },
    removed: { zh: '删除货物状态成功', en: 'The milestone was deleted' },
    removeFailed: { zh: '删除货物状态失败', en: 'The milestone could not be deleted' },
  },
});
