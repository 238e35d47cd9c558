import { describe, expect, test } from 'vitest';
import { entities } from '#entities/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { paths } from './all-paths.ts';
import type { CallPath } from './call-path.ts';

/** The calls that the specification names by method and path. */
const specified = `
  GET /api/data/md/queryAllCarrier
  GET /api/data/md/queryAllVessel
  GET /api/data/md/queryAllPort
  GET /api/data/md/queryAllStatus
  GET /api/data/md/queryAllDict
  GET /api/auth/user/login
  GET /api/auth/user/updatePassword
  GET /api/auth/user/permissions
  GET /api/auth/tenant/getAll
  GET /api/auth/wlUser/query
  GET /api/auth/user/query
  GET /api/auth/user/delete
  POST /api/auth/user/insert
  POST /api/auth/user/update
  GET /api/product/mdCodeDict/query
  GET /api/product/feedback/getAll
  POST /api/product/feedback/query
  POST /api/product/feedback/insert
  POST /api/product/feedback/update
  POST /api/product/feedback/delete
  POST /api/product/dict/query
  POST /api/product/dict/queryByCodeTypeId
  POST /api/product/dict/insert
  POST /api/product/dict/update
  POST /api/product/dict/delete
  POST /api/product/asset/query
  POST /api/product/asset/insert
  POST /api/product/asset/update
  POST /api/product/asset/delete
  POST /api/product/asset/getAll
  POST /api/product/tenantAsset/query
  POST /api/product/tenantAsset/insert
  POST /api/product/tenantAsset/update
  POST /api/product/tenantAsset/delete
  POST /api/product/code/queryByPage
  POST /api/product/code/insert
  POST /api/product/code/update
  POST /api/product/code/delete
  POST /api/product/function/query
  POST /api/product/function/insert
  POST /api/product/function/update
  POST /api/product/function/delete
  POST /api/product/function/getAllCustomFunction
  POST /api/product/package/query
  POST /api/product/package/insert
  POST /api/product/package/update
  POST /api/product/package/delete
  POST /api/product/packageVersion/query
  POST /api/product/packageVersion/insert
  POST /api/product/packageVersion/update
  POST /api/product/packageVersion/delete
  POST /api/product/packageVersion/queryAll
  POST /api/product/pvt/query
  POST /api/product/pvt/insert
  POST /api/product/pvt/update
  POST /api/product/pvt/delete
  POST /api/product/pvp/query
  POST /api/product/pvp/insert
  POST /api/product/pvp/update
  POST /api/product/pvp/delete
  POST /api/product/process/query
  POST /api/product/process/insert
  POST /api/product/process/update
  POST /api/product/process/delete
  POST /api/product/process/function/saveOrUpdate
  POST /api/product/process/function/query
  GET /api/product/product/getPackageAndVersionList
  POST /api/data/exceptionManage/queryExceptionManageInfo
  POST /api/data/exceptionManage/queryExceptionSubscribeInfo
  GET /api/data/exceptionManage/queryScheduleBySubscribeId
  POST /api/data/exceptionManage/queryPlansByScheduleId
  POST /api/data/exceptionManage/updateScheduleStatusRunning
  POST /api/data/exceptionManage/updateScheduleStatusStopping
  POST /api/data/exceptionManage/updateAutotestResult
  POST /api/data/exceptionManage/queryBkBySubscribe
  POST /api/data/exceptionManage/updateSubscribeInfo
  POST /api/data/exceptionManage/batchCreateAutomaticSubscribe
  GET /api/data/exceptionManage/queryBusinessDataByBkId
  POST /api/data/exceptionManage/saveOrUpdateBusinessData
  GET /api/data/exceptionManage/queryExpertBusinessDataBySubscribeId
  POST /api/data/exceptionManage/queryAutomaticBkInfo
  POST /api/data/exceptionManage/queryExceptionBusiness
  POST /api/data/exceptionManage/batchUpdateRpaPodArrivedData
  POST /api/data/exceptionManage/deleteBusinessData
  POST /api/data/exceptionManage/deleteCtnInfoAndStatusInfo
  POST /api/data/exceptionManage/deleteStatusInfo
  GET /api/data/exceptionManage/deleteMultiVesselInfo
  GET /api/data/exceptionManage/deleteObmMultiVessel
  GET /api/data/exceptionManage/deleteMdStatusRecode
  POST /api/data/mdStatusRecord/deletes
  POST /api/data/traceTrackingUpdateRemark
  POST /api/data/abnormal/batchActiveRecodeList
  POST /api/data/abnormal/batchCancelRecodeList
  POST /api/data/abnormal/queryRecodeList
  POST /api/data/obmAutotestResultExt/batchUpdateHandleStatus
  POST /api/data/obmAutotestResultExt/batchAssign
  POST /api/product/feign/exception/exceptionCause/save
  GET /api/product/mdExceptionTypeExt/queryByExceptionSourceCode
`
  .split('\n')
  .map((line) => line.trim())
  .filter(Boolean);

const served = new Set(
  Object.values(paths as Record<string, CallPath>).flatMap(({ method, path, also }) =>
    [method, ...(also === undefined ? [] : [also])].map((verb) => `${verb} ${path}`),
  ),
);

describe('what the specification calls', () => {
  test.each(specified)('%s', (call) => {
    expect(served).toContain(call);
  });

  test.each(Object.values(entities as Record<string, Entity>).map((entity) => [entity.name, entity] as const))(
    '%s by the generic helper and by the generic reads',
    (name, entity) => {
      const product = entity.path ?? name;
      const capital = name.charAt(0).toUpperCase() + name.slice(1);
      const reads = [entity.queryAction ?? 'query', 'getAll'];
      for (const call of [
        ...['insert', 'update', 'delete', ...reads].map((action) => `POST /api/product/${product}/${action}`),
        ...reads.map((action) => `GET /api/product/${product}/${action}`),
        `GET /api/data/${name}/query`,
        `GET /api/data/${name}Ext/query`,
        `GET /api/data/${name}/get${capital}`,
        `POST /api/data/${name}/deletes`,
      ])
        expect(served).toContain(call);
    },
  );

  test.each(['auth', 'product', 'data', 'data-center', 'masterdata', 'autotest', 'edi-manager'])(
    'the base path %s has something to be read',
    (base) => {
      expect([...served].some((call) => call.includes(` /api/${base}/`) && /query/i.test(call))).toBe(true);
    },
  );
});

describe('what is stated about rows', () => {
  /** Entities that have words of their own for every act, by the specification. */
  const worded = ['feedback', 'asset', 'tenantAsset', 'code', 'dict', 'function'] as const;

  test.each(worded)('%s has its own words for every act and for what failed', (name) => {
    const { message: statement } = entities[name];
    for (const act of ['added', 'updated', 'removed', 'removeFailed'] as const) {
      expect(statement[act].zh).toMatch(/^(新增|更新|删除).+(成功|失败)$/);
      expect(statement[act].en).toMatch(/^The [a-z -]+(was|could not be) (added|updated|deleted)$/);
    }
  });

  test('no two kinds of rows say the same', () => {
    const texts = worded.flatMap((name) => Object.values(entities[name].message).flatMap(({ zh, en }) => [zh, en]));
    expect(new Set(texts).size).toBe(texts.length);
  });
});
