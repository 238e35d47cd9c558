import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';
import { entityCalls } from '../entity.ts';

const byCodeType = z.object({ mdCodeTypeId: wireId.nullish() });

/** Calls of configuration entities besides those that every entity has. */
export const configurationCalls = defineCalls({
  dictAll: {
    method: 'POST',
    path: '/api/product/dict/query',
    access: 'session',
    also: 'GET',
    summary: { zh: '全部代码值', en: 'All dictionary values with their code types' },
    data: entityCalls['dict.getAll'].data,
  },
  dictByCodeType: {
    method: 'POST',
    path: '/api/product/dict/queryByCodeTypeId',
    access: 'session',
    also: 'GET',
    summary: { zh: '某代码类型的代码值', en: 'Dictionary values of one code type' },
    query: byCodeType.optional(),
    body: byCodeType.optional(),
    data: entityCalls['dict.getAll'].data,
  },
  packageVersionsAll: {
    method: 'POST',
    path: '/api/product/packageVersion/queryAll',
    access: 'session',
    also: 'GET',
    summary: { zh: '全部产品版本', en: 'All package versions with their packages' },
    data: entityCalls['packageVersion.getAll'].data,
  },
  packagesWithVersions: {
    method: 'GET',
    path: '/api/product/product/getPackageAndVersionList',
    access: 'session',
    summary: { zh: '产品及其版本', en: 'Packages with their versions, for choices' },
    data: entityCalls['packageVersion.getAll'].data,
  },
  customFunctions: {
    method: 'POST',
    path: '/api/product/function/getAllCustomFunction',
    access: 'session',
    also: 'GET',
    summary: { zh: '可用的自定义函数', en: 'Custom functions that can be chosen' },
    data: entityCalls['function.getAll'].data,
  },
});
