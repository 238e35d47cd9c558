import { expect, test } from 'vitest';
import { stageGroups } from './web-chunks.ts';

type Module = { code: string; importedIds: readonly string[] };

const packages = '/project/node_modules';

/** Which chunk each module goes to: the first group that takes it. */
function chunksOf(modules: Readonly<Record<string, Module>>): Record<string, string | null> {
  const groups = stageGroups('/project/web');
  const context = { getModuleInfo: (id: string) => modules[id] ?? { code: '', importedIds: [] } };
  return Object.fromEntries(
    Object.keys(modules).map((id) => [id, groups.map((group) => group.name(id, context)).find(Boolean) ?? null]),
  );
}

test('of a package only the part counts that is requested, however its index hands it on', () => {
  const chunks = chunksOf({
    '/project/web/main.tsx': {
      code: `import { Button } from 'kit'; import { Field } from 'form'; import { deep } from 'stars'; import './plain.js';`,
      importedIds: [
        `${packages}/kit/index.js`,
        `${packages}/form/index.js`,
        `${packages}/stars/index.js`,
        '/project/web/plain.js',
      ],
    },
    '/project/web/plain.js': { code: '', importedIds: [] },
    '/project/web/shell/Shell.tsx': { code: `import { Tree } from 'kit';`, importedIds: [`${packages}/kit/index.js`] },
    [`${packages}/kit/index.js`]: {
      code: `export { default as Button } from './button'; export { default as Tree } from './tree';`,
      importedIds: [`${packages}/kit/button.js`, `${packages}/kit/tree.js`],
    },
    [`${packages}/kit/button.js`]: { code: 'export default 1;', importedIds: [] },
    [`${packages}/kit/tree.js`]: { code: 'export default 1;', importedIds: [] },
    [`${packages}/form/index.js`]: {
      code: `import Form from './Form'; import Field from './Field'; Form.Field = Field; export { Field }; export default Form;`,
      importedIds: [`${packages}/form/Form.js`, `${packages}/form/Field.js`],
    },
    [`${packages}/form/Form.js`]: { code: 'export default {};', importedIds: [] },
    [`${packages}/form/Field.js`]: { code: 'export default 1;', importedIds: [] },
    [`${packages}/stars/index.js`]: {
      code: `export * from './a'; export * from './b';`,
      importedIds: [`${packages}/stars/a.js`, `${packages}/stars/b.js`],
    },
    [`${packages}/stars/a.js`]: { code: 'export const other = 1;', importedIds: [] },
    [`${packages}/stars/b.js`]: {
      code: `export { deep } from './deep';`,
      importedIds: [`${packages}/stars/deep.js`],
    },
    [`${packages}/stars/deep.js`]: { code: 'export const deep = 1;', importedIds: [] },
  });
  expect(chunks).toMatchObject({
    '/project/web/plain.js': 'start',
    [`${packages}/kit/button.js`]: 'start',
    [`${packages}/kit/tree.js`]: 'shell',
    [`${packages}/form/Field.js`]: 'start',
    [`${packages}/form/Form.js`]: null,
    [`${packages}/stars/deep.js`]: 'start',
  });
});
