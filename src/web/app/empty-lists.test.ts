import { expect, test } from 'vitest';
import { lists } from '#lists/index.ts';
import type { List } from '#shared/list/declare.ts';
import { pageList } from './page-list.ts';

const all: readonly List[] = Object.values(lists);

test.each(all.map((list) => [list.name, list] as const))(
  'an empty list says what fills it: %s',
  (_, { empty, filledAt }) => {
    expect(empty.zh).toMatch(/[。]$/u);
    expect(empty.en).toMatch(/\.$/);
    if (filledAt === undefined) return;
    expect(pageList.map(({ route }) => route)).toContain(filledAt.href.split('?')[0]);
    expect([filledAt.label.zh, filledAt.label.en]).not.toContain('');
  },
);
