import { declareEntity } from '#shared/entity/declare.ts';
import { cronField } from './cron-field.ts';

/** A version of a package. */
export const packageVersion = declareEntity({
  name: 'packageVersion',
  table: 'package_version',
  id: 'wlPackageVersionId',
  label: { zh: '产品版本', en: 'Package version' },
  title: ['packageName', 'packageVersion'],
  menu: 'admin',
  partOf: 'packageId',
  unversioned: true,
  order: [
    ['packageName', 'asc'],
    ['packageVersion', 'asc'],
  ],
  fields: {
    packageId: {
      kind: 'reference',
      label: { zh: '产品', en: 'Package' },
      entity: 'package',
      show: 'packageName',
      showField: 'packageName',
      also: { packageDesc: 'packageDesc' },
      required: true,
      createOnly: true,
      search: 'filter',
    },
    packageVersion: {
      kind: 'text',
      label: { zh: '版本号', en: 'Version' },
      max: 50,
      required: true,
      requiredText: { zh: '请输入版本号', en: 'Enter the version' },
      search: 'keyword',
      list: 110,
    },
    packageVersionStatus: {
      kind: 'choice',
      label: { zh: '状态', en: 'Status' },
      dict: 'WL_PACKAGE_STATUS',
      required: true,
      requiredText: { zh: '请选择版本状态', en: 'Choose the status of the version' },
      search: 'filter',
      list: 110,
    },
    independentFlag: {
      kind: 'flag',
      label: { zh: '执行方式', en: 'Execution' },
      help: {
        zh: '独立执行：各子产品互不影响；联合执行：依次使用前面的结果，一个失败则整体失败',
        en: 'Independent: sub-packages do not depend on each other. Union: each gets the earlier results, and a failure ends the whole job',
      },
      words: [
        { zh: '独立执行', en: 'Independent' },
        { zh: '联合执行', en: 'Union' },
      ],
      list: 124,
    },
    cronExpression: {
      ...cronField,
      help: {
        zh: `${cronField.help.zh}；流程的计划没有自己的 Cron 时按此执行`,
        en: `${cronField.help.en}. Schedules of its processes run by it unless they have their own`,
      },
      list: 130,
    },
    handlerName: {
      kind: 'text',
      label: { zh: '处理程序', en: 'Handler' },
      help: { zh: '机器人内置处理程序的名称', en: 'A handler built into the robots' },
      max: 100,
      list: 140,
    },
    unionFlag: {
      kind: 'flag',
      label: { zh: '融合', en: 'Fusion' },
      help: {
        zh: '把各子产品的结果合并为一个，主产品的值优先',
        en: 'The results of all sub-packages become one; values of primary ones prevail',
      },
      list: 80,
    },
  },
  uniqueTogether: ['packageId', 'packageVersion'],
  owns: [
    { entity: 'pvt', by: 'packageVersionId' },
    { entity: 'pvp', by: 'packageVersionId' },
  ],
  message: {
    added: { zh: '新增产品版本成功', en: 'The package version was added' },
    updated: { zh: '更新产品版本成功', en: 'The package version was updated' },
    removed: { zh: '删除产品版本成功', en: 'The package version was deleted' },
    saveFailed: { zh: '产品版本保存失败', en: 'The package versions could not be saved' },
    removeFailed: { zh: '产品版本删除失败', en: 'The package version could not be deleted' },
  },
});
