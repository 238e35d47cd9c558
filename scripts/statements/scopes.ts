import { type ESTree, Visitor } from 'vite';
import type { SourceFile } from '../lint/read-source.ts';

/** A node with the file it stands in: names in it mean what they mean there. */
export type Placed<Node> = { node: Node; scope: Scope };

/** What the names of a file stand for, as far as it can be read without running it. */
export type Scope = {
  path: string;
  text: string;
  /** The value a name was declared with; undefined when several declarations of the file share the name. */
  valueOf: (name: string) => Placed<ESTree.Expression> | undefined;
  typeOf: (name: string) => Placed<ESTree.TSType> | undefined;
  /** Texts that stand for the parameters of a function while its result is worked out. */
  bound: ReadonlyMap<string, string>;
};

type Names = { values: Map<string, ESTree.Expression | null>; types: Map<string, ESTree.TSType> };

function readNames({ program }: SourceFile): Names {
  const values = new Map<string, ESTree.Expression | null>();
  const types = new Map<string, ESTree.TSType>();
  const declare = (name: string, value: ESTree.Expression | null): void => {
    values.set(name, values.has(name) ? null : value);
  };
  new Visitor({
    VariableDeclaration: ({ kind, declarations }) => {
      for (const { id, init } of declarations)
        if (id.type === 'Identifier') declare(id.name, kind === 'const' ? init : null);
    },
    TSTypeAliasDeclaration: ({ id, typeAnnotation, typeParameters }) => {
      if (typeParameters === null || typeParameters === undefined) types.set(id.name, typeAnnotation);
    },
  }).visit(program);
  return { values, types };
}

/** Gives the scope of every file by its path. */
export function makeScopes(files: readonly SourceFile[]): (path: string) => Scope | undefined {
  const fileOf = new Map(files.map((file) => [file.path, file]));
  const known = new Map<string, Scope>();
  const scopeOf = (path: string): Scope | undefined => {
    const file = fileOf.get(path);
    if (file === undefined) return undefined;
    const made = known.get(path) ?? makeScope(file);
    known.set(path, made);
    return made;
  };
  /** The file and the name there of what this file imports under a name, or exports again. */
  const origin = (file: SourceFile, name: string): { path: string; name: string } | undefined => {
    const { staticImports, staticExports } = file.module;
    const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map((entry) => ({ own: entry.localName.value, from: moduleRequest.value, there: entry.importName.name })),
    );
    const exported = staticExports.flatMap(({ entries }) =>
      entries.map((entry) => ({
        own: entry.exportName.name,
        from: entry.moduleRequest?.value,
        there: entry.importName.name,
      })),
    );
    const found = [...imported, ...exported].find(({ own, from }) => own === name && from !== undefined);
    const target = file.imports.find(({ specifier }) => specifier === found?.from)?.target;
    return target === undefined ? undefined : { path: target, name: found?.there ?? name };
  };
  const elsewhere = <Found>(
    file: SourceFile,
    name: string,
    pick: (scope: Scope, name: string) => Found | undefined,
  ): Found | undefined => {
    const found = origin(file, name);
    const scope = found === undefined ? undefined : scopeOf(found.path);
    return found === undefined || scope === undefined ? undefined : pick(scope, found.name);
  };
  function makeScope(file: SourceFile): Scope {
    const { values, types } = readNames(file);
    const scope: Scope = {
      path: file.path,
      text: file.text,
      bound: new Map(),
      valueOf: (name) => {
        if (!values.has(name)) return elsewhere(file, name, (other, there) => other.valueOf(there));
        const node = values.get(name);
        return node === null || node === undefined ? undefined : { node, scope };
      },
      typeOf: (name) => {
        const node = types.get(name);
        return node === undefined ? elsewhere(file, name, (other, there) => other.typeOf(there)) : { node, scope };
      },
    };
    return scope;
  }
  return scopeOf;
}
