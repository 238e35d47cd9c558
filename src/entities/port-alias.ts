import { declareEntity } from '#shared/entity/declare.ts';
import { portReference } from './place-fields.ts';

/** Another code that carriers and terminals write for a port. */
export const portAlias = declareEntity({
  name: 'portAlias',
  table: 'md_port_alias',
  id: 'mdPortAliasId',
  label: { zh: '港口别名', en: 'Port alias' },
  title: ['aliasCode', 'portCode'],
  menu: '/port-aliases',
  masterData: true,
  importBy: ['aliasCode'],
  order: [['aliasCode', 'asc']],
  fields: {
    aliasCode: {
      kind: 'text',
      label: { zh: '别名代码', en: 'Alias' },
      help: { zh: '船公司或码头使用的代码', en: 'The code that a carrier or terminal writes' },
      column: 'alias',
      max: 20,
      required: true,
      unique: true,
      upper: true,
      search: 'keyword',
      list: 140,
    },
    portId: { ...portReference, label: { zh: '标准港口', en: 'Port' }, search: 'keyword', list: 220 },
    note: {
      kind: 'text',
      label: { zh: '说明', en: 'Note' },
      max: 200,
      search: 'keyword',
      list: 360,
    },
  },
  message: {
    added: { zh: '新增港口别名成功', en: 'The alias was added' },
    updated: { zh: '更新港口别名成功', en: 'The alias was updated' },
    removed: { zh: '删除港口别名成功', en: 'The alias was deleted' },
    removeFailed: { zh: '删除港口别名失败', en: 'The alias could not be deleted' },
  },
});
