import type { Plugin } from 'vite';

const CONTRACT = /[\\/](?:text|mesh|dental|contract)[\\/]src[\\/][^?]*\.ts$/;
/** What a browser needs of an endpoint to call it; a reply only where it is named, as bytes are. */
const CALLED_BY = new Set(['method', 'path', 'access', 'reply', 'emits']);

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesIn = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : Object.values(value as object)).filter(isNode);

/** The values of the `const`s at the top of a module. */
function valuesAtTop(program: Node): Node[] {
  return nodesIn(program.body).flatMap((statement) => {
    const { declaration } = statement;
    const declared = isNode(declaration) ? declaration : statement;
    if (declared.type !== 'VariableDeclaration') return [];
    return nodesIn(declared.declarations).flatMap(({ init }) => (isNode(init) ? [init] : []));
  });
}

/** The parts of an endpoint's declaration that only the server reads. */
function forServer(value: Node): Node[] {
  const { callee } = value;
  if (value.type !== 'CallExpression' || !isNode(callee) || callee.name !== 'endpoint') return [];
  const [spec] = nodesIn(value.arguments);
  return nodesIn(spec?.properties).filter((property) => {
    if (!isNode(property.key) || !isNode(property.value)) return false;
    const name = String(property.key.name);
    return !CALLED_BY.has(name) || (name === 'reply' && property.value.type !== 'Literal');
  });
}

/**
 * Leaves out of the browser's build what only the server does with the contract. Endpoints keep what a call needs,
 * and each remaining value is marked as one without effects, so that schemas nobody asks for, and zod with them, are
 * neither loaded nor built at every start.
 */
export function contractForBrowser(): Plugin {
  return {
    name: 'contract-for-browser',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!CONTRACT.test(id)) return null;
      const edits: [from: number, to: number, text: string][] = [];
      for (const value of valuesAtTop(this.parse(code, { lang: 'ts' }) as unknown as Node)) {
        for (const { start, end } of forServer(value))
          edits.push([start, code[end] === ',' ? end + 1 : end, '']);
        if (value.type !== 'CallExpression') continue;
        edits.push([value.start, value.start, '/* @__PURE__ */ (() => '], [value.end, value.end, ')()']);
      }
      const text = edits
        .toSorted(([a], [b]) => b - a)
        .reduce((whole, [from, to, put]) => whole.slice(0, from) + put + whole.slice(to), code);
      return { code: text, map: null, moduleSideEffects: false };
    },
  };
}
