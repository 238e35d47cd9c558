import { declareEntity } from '#shared/entity/declare.ts';
import { packageOfVersion, versionReference } from './version-fields.ts';

/** A kind of machine that runs a package version: robots of this type take its jobs, by weight and priority. */
export const versionType = declareEntity({
  name: 'pvt',
  table: 'package_version_type',
  id: 'wlPackageVersionTypeId',
  label: { zh: '版本类型', en: 'Version type' },
  title: ['packageVersion', 'machineType', 'machineVersion'],
  menu: 'admin',
  partOf: 'packageVersionId',
  unversioned: true,
  order: [
    ['priority', 'desc'],
    ['machineType', 'asc'],
    ['machineVersion', 'asc'],
  ],
  fields: {
    packageVersionId: versionReference,
    packageId: packageOfVersion,
    machineType: {
      kind: 'choice',
      label: { zh: '机器类型', en: 'Machine type' },
      dict: 'WL_MACHINE_TYPE',
      required: true,
      requiredText: { zh: '请选择机器类型', en: 'Choose the machine type' },
      search: 'filter',
      list: 124,
    },
    machineVersion: {
      kind: 'text',
      label: { zh: '机器版本', en: 'Machine version' },
      max: 50,
      required: true,
      requiredText: { zh: '请输入机器版本', en: 'Enter the machine version' },
      list: 120,
    },
    weight: {
      kind: 'integer',
      label: { zh: '权重', en: 'Weight' },
      help: {
        zh: '0 到 100；优先级相同的机器按权重分担作业，0 表示没有其他空闲机器时才用',
        en: 'From 0 to 100. Machines of equal priority share jobs by weight; 0: only used when no other is free',
      },
      min: 0,
      max: 100,
      default: 1,
      list: 80,
    },
    remoteProcessId: {
      kind: 'text',
      label: { zh: '远程流程 ID', en: 'Remote process ID' },
      help: { zh: '由远程编排器执行时填写', en: 'Where a remote orchestrator runs it' },
      max: 100,
      list: 130,
    },
    packageVersionTypeStatus: {
      kind: 'choice',
      label: { zh: '状态', en: 'Status' },
      dict: 'WL_PACKAGE_STATUS',
      required: true,
      requiredText: { zh: '请选择版本类型状态', en: 'Choose the status of the version type' },
      list: 106,
    },
    priority: {
      kind: 'integer',
      label: { zh: '优先级', en: 'Priority' },
      help: {
        zh: '1 到 100；数值大的机器先领取作业',
        en: 'From 1 to 100. Machines with a higher priority take jobs first',
      },
      min: 1,
      max: 100,
      default: 50,
      list: 80,
    },
  },
  uniqueTogether: ['packageVersionId', 'machineType', 'machineVersion'],
  message: {
    added: { zh: '新增版本类型成功', en: 'The version type was added' },
    updated: { zh: '更新版本类型成功', en: 'The version type was updated' },
    removed: { zh: '删除版本类型成功', en: 'The version type was deleted' },
    saveFailed: { zh: '版本类型保存失败', en: 'The version types could not be saved' },
    removeFailed: { zh: '版本类型删除失败', en: 'The version type could not be deleted' },
  },
});
