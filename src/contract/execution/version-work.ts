import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';

const hosts = z
  .string()
  .trim()
  .max(200)
  .regex(/^(@site|(\*\.)?[a-z0-9.-]+(:\d{1,5})?|\[[0-9a-f:]+\](:\d{1,5})?)$/i);

/** What versions of packages run: their scripts, trials and release. */
export const versionWorkCalls = defineCalls({
  versionWork: {
    method: 'GET',
    path: '/api/product/packageVersion/work',
    access: 'admin',
    summary: { zh: '产品版本的执行内容', en: 'What a version of a package runs' },
    query: z.object({ packageVersionId: wireId }),
    data: z.object({
      packageVersionId: z.string(),
      packageName: z.string(),
      packageVersion: z.string(),
      handlerName: z.string().nullable(),
      script: z.string().nullable(),
      /** Addresses that the script may call; @site is that of the carrier. */
      hosts: z.array(z.string()),
      /** Jobs have run it: it is not changed any more. */
      used: z.boolean(),
      /** Processes that run this version, and those that run another one of the package. */
      processes: z.number().int(),
      otherProcesses: z.number().int(),
    }),
  },
  versionWorkSave: {
    method: 'POST',
    path: '/api/product/packageVersion/saveWork',
    access: 'admin',
    summary: {
      zh: '保存产品版本的执行内容，已使用的版本不能修改',
      en: 'Saves what a version runs; one that was used is not changed',
    },
    body: z.object({
      packageVersionId: wireId,
      handlerName: z.string().trim().max(100).nullish(),
      script: z.string().max(200_000).nullish(),
      hosts: z.array(hosts).max(50).default([]),
    }),
    data: z.null(),
  },
  versionTry: {
    method: 'POST',
    path: '/api/product/packageVersion/try',
    access: 'admin',
    summary: {
      zh: '用其他版本作业的输入和应答试运行',
      en: 'Tries a version on what jobs of other versions were given and answered',
    },
    body: z.object({ packageVersionId: wireId, most: z.number().int().min(1).max(20).default(5) }),
    data: z.object({ jobs: z.number().int() }),
  },
  versionTrials: {
    method: 'GET',
    path: '/api/product/packageVersion/trials',
    access: 'admin',
    summary: { zh: '试运行结果与差异', en: 'Trials of a version with what came out otherwise' },
    query: z.object({ packageVersionId: wireId }),
    data: z.array(
      z.object({
        jobId: z.string(),
        jobStatus: z.string(),
        /** The job it is compared with. */
        ofJobId: z.string(),
        ofVersion: z.string(),
        errorText: z.string().nullable(),
        /** What the robot stated, where `errorText` says it in other words. */
        errorDetail: z.string().nullable(),
        differences: z.array(
          z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
        ),
      }),
    ),
  },
  versionRelease: {
    method: 'POST',
    path: '/api/product/packageVersion/release',
    access: 'admin',
    summary: {
      zh: '发布版本：该产品的流程改用此版本；发布旧版本即为回退',
      en: 'Releases a version: processes of the package run it from now on; releasing a former one goes back',
    },
    body: z.object({ packageVersionId: wireId }),
    data: z.object({ processes: z.number().int() }),
  },
});
