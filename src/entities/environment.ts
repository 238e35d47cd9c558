import { declareEntity } from '#shared/entity/declare.ts';

/** A set of robots under a name: a process runs only on robots of its environment. */
export const environment = declareEntity({
  name: 'environment',
  table: 'environment',
  id: 'environmentId',
  label: { zh: '运行环境', en: 'Environment' },
  title: ['environmentName'],
  menu: '/environment',
  pickable: true,
  order: [['environmentName', 'asc']],
  fields: {
    environmentName: {
      kind: 'text',
      label: { zh: '环境名称', en: 'Environment' },
      max: 100,
      required: true,
      requiredText: { zh: '请输入环境名称', en: 'Enter the name of the environment' },
      unique: true,
      search: 'keyword',
      list: 240,
    },
    description: {
      kind: 'text',
      label: { zh: '说明', en: 'Description' },
      max: 500,
      lines: 2,
      search: 'keyword',
      list: 320,
    },
  },
  message: {
    added: { zh: '新增运行环境成功', en: 'The environment was added' },
    updated: { zh: '更新运行环境成功', en: 'The environment was updated' },
    removed: { zh: '删除运行环境成功', en: 'The environment was deleted' },
    removeFailed: { zh: '删除运行环境失败', en: 'The environment could not be deleted' },
  },
});
