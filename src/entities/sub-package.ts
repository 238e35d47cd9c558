import { declareEntity } from '#shared/entity/declare.ts';
import { cronField } from './cron-field.ts';
import { packageOfVersion, versionReference } from './version-fields.ts';

/** A package version that runs as a part of another one. */
export const subPackage = declareEntity({
  name: 'pvp',
  table: 'package_version_package',
  id: 'wlPackageVersionPackageId',
  label: { zh: '子产品', en: 'Sub-package' },
  title: ['detailPackageName', 'detailPackageVersion'],
  menu: 'admin',
  partOf: 'packageVersionId',
  unversioned: true,
  order: [
    ['primaryFlag', 'desc'],
    ['primaryNo', 'asc'],
  ],
  fields: {
    packageVersionId: versionReference,
    packageId: packageOfVersion,
    repeatFlag: {
      kind: 'flag',
      label: { zh: '重复执行', en: 'Repeat' },
      help: {
        zh: '只要结果中含 "repeat": true 就再次执行，最多 100 次',
        en: 'Runs again while its result contains "repeat": true, at most 100 times',
      },
      list: 90,
    },
    detailPackageVersionId: {
      kind: 'reference',
      label: { zh: '明细产品版本', en: 'Version of the sub-package' },
      entity: 'packageVersion',
      show: 'detailPackageVersion',
      showField: 'packageVersion',
      choice: { of: ['packageVersion', 'packageName'], by: '-' },
      required: true,
      requiredText: { zh: '请选择明细产品版本', en: 'Choose the version of the sub-package' },
      list: 180,
    },
    detailPackageId: {
      kind: 'reference',
      label: { zh: '明细产品', en: 'Sub-package' },
      entity: 'package',
      show: 'detailPackageName',
      showField: 'packageName',
      also: { detailPackageDesc: 'packageDesc' },
      readOnly: true,
    },
    functionId: {
      kind: 'reference',
      label: { zh: '函数', en: 'Function' },
      help: { zh: '每次执行成功后调用', en: 'Called after each successful run' },
      entity: 'function',
      show: 'functionName',
      showField: 'functionName',
      list: 130,
    },
    cronExpression: {
      ...cronField,
      help: {
        zh: '整体开始后到该时刻才执行；留空则立即执行',
        en: 'Waits for this time after the whole job began; empty: no waiting',
      },
      list: 130,
    },
    endFunctionId: {
      kind: 'reference',
      label: { zh: '结束函数', en: 'End function' },
      help: { zh: '最后一次执行成功后调用', en: 'Called after its last run succeeded' },
      entity: 'function',
      show: 'endFunctionName',
      showField: 'functionName',
      list: 130,
    },
    primaryFlag: {
      kind: 'flag',
      label: { zh: '主产品', en: 'Primary' },
      help: {
        zh: '先于其他子产品执行；失败则整体失败；其结果为整体结果',
        en: 'Runs first; if it fails, the whole job fails; its result is the result of the whole job',
      },
      list: 80,
    },
    primaryNo: {
      kind: 'integer',
      label: { zh: '主序号', en: 'Primary no.' },
      help: {
        zh: '执行顺序，从小到大；序号相同的同时执行，留空的最后执行',
        en: 'Order of execution, lowest first; equal numbers run in parallel, empty ones last',
      },
      min: 1,
      max: 999,
      list: 90,
    },
  },
  uniqueTogether: ['packageVersionId', 'detailPackageVersionId'],
  message: {
    added: { zh: '新增子产品成功', en: 'The sub-package was added' },
    updated: { zh: '更新子产品成功', en: 'The sub-package was updated' },
    removed: { zh: '删除子产品成功', en: 'The sub-package was deleted' },
    saveFailed: { zh: '子产品保存失败', en: 'The sub-packages could not be saved' },
    removeFailed: { zh: '子产品删除失败', en: 'The sub-package could not be deleted' },
  },
});
